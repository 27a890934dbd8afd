import type pg from "pg";

/** When to clean up the embedded database. Bytes are of PostgreSQL's write-ahead log. */
export interface MaintenanceSchedule {
	/** How often to check, and how long without a query the database counts as idle. */
	checkEveryMs: number;
	idleForMs: number;
	/** Idle, with this many bytes written: vacuum and checkpoint. */
	afterBytes: number;
	/** Idle, this long since the last maintenance, with anything written: vacuum and checkpoint. */
	afterMs: number;
	/** Never idle, with this many bytes written: a checkpoint, to bound the log. */
	atMostBytes: number;
}

const MEBIBYTE = 1_048_576;

export const MAINTENANCE_SCHEDULE: MaintenanceSchedule = {
	checkEveryMs: 5_000,
	idleForMs: 2_000,
	afterBytes: 4 * MEBIBYTE,
	afterMs: 600_000,
	atMostBytes: 64 * MEBIBYTE,
};

export type MaintenanceOutcome = "none" | "checkpoint" | "vacuum";

/** Replaces autovacuum and the checkpointer of a PostgreSQL server, which PGlite lacks. */
export class Maintenance {
	readonly #pool: pg.Pool;
	readonly #schedule: MaintenanceSchedule;
	readonly #now: () => number;
	readonly #onError: (error: Error) => void;
	#timer: NodeJS.Timeout | undefined;
	#looking: Promise<MaintenanceOutcome> | undefined;
	#usedAt: number;
	#vacuumedAt: number;
	#position: { atVacuum: number; atCheckpoint: number } | undefined;

	constructor(options: {
		pool: pg.Pool;
		onError: (error: Error) => void;
		schedule?: MaintenanceSchedule;
		now?: () => number;
	}) {
		this.#pool = options.pool;
		this.#onError = options.onError;
		this.#schedule = options.schedule ?? MAINTENANCE_SCHEDULE;
		this.#now = options.now ?? Date.now;
		this.#usedAt = this.#vacuumedAt = this.#now();
		const noteUse = () => {
			this.#usedAt = this.#now();
		};
		this.#pool.on("acquire", noteUse).on("release", noteUse);
	}

	/** Starts checking at intervals. */
	start(): void {
		this.#timer = setInterval(() => {
			this.look().catch(this.#onError);
		}, this.#schedule.checkEveryMs);
		this.#timer.unref();
	}

	/** Stops after the running maintenance has ended. */
	async stop(): Promise<void> {
		clearInterval(this.#timer);
		await this.#looking?.catch(() => undefined);
	}

	/** Checks once and runs due maintenance. */
	look(): Promise<MaintenanceOutcome> {
		this.#looking ??= this.#look().finally(() => {
			this.#looking = undefined;
		});
		return this.#looking;
	}

	async #look(): Promise<MaintenanceOutcome> {
		// Checked before the query below, which itself counts as use.
		const idle = this.#idle();
		const position = await this.#logPosition();
		this.#position ??= { atVacuum: position, atCheckpoint: position };
		const written = position - this.#position.atVacuum;
		const overdue = this.#now() - this.#vacuumedAt >= this.#schedule.afterMs;
		if (idle && this.#pool.waitingCount === 0 && (written >= this.#schedule.afterBytes || (overdue && written > 0))) {
			await this.#pool.query("VACUUM ANALYZE");
			await this.#pool.query("CHECKPOINT");
			const reached = await this.#logPosition();
			this.#position = { atVacuum: reached, atCheckpoint: reached };
			this.#vacuumedAt = this.#now();
			return "vacuum";
		}
		if (position - this.#position.atCheckpoint >= this.#schedule.atMostBytes) {
			await this.#pool.query("CHECKPOINT");
			this.#position = { ...this.#position, atCheckpoint: position };
			return "checkpoint";
		}
		return "none";
	}

	#idle(): boolean {
		const { idleCount, totalCount, waitingCount } = this.#pool;
		const unused = this.#now() - this.#usedAt >= this.#schedule.idleForMs;
		return unused && idleCount === totalCount && waitingCount === 0;
	}

	async #logPosition(): Promise<number> {
		const { rows } = await this.#pool.query("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS bytes");
		return Number(rows[0].bytes);
	}
}
