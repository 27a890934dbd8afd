import type pg from "pg";

/** When the embedded database is cleaned up. Bytes are of PostgreSQL's write-ahead log, which every write makes longer. */
export interface MaintenanceSchedule {
	/** How often to look, and how long no query may have run for the database to count as idle. */
	lookEveryMs: number;
	idleForMs: number;
	/** Idle and this much written: vacuum and checkpoint. */
	afterBytes: number;
	/** Idle, this long since the last time and anything written: the same. */
	afterMs: number;
	/** This much written and never idle: a checkpoint all the same, so that the log does not grow for ever. */
	atMostBytes: number;
}

const MEBIBYTE = 1_048_576;

export const MAINTENANCE_SCHEDULE: MaintenanceSchedule = {
	lookEveryMs: 5_000,
	idleForMs: 2_000,
	afterBytes: 4 * MEBIBYTE,
	afterMs: 600_000,
	atMostBytes: 64 * MEBIBYTE,
};

export type MaintenanceOutcome = "none" | "checkpoint" | "vacuum";

/** What autovacuum and the checkpointer do on a PostgreSQL server, and nobody does in PGlite. */
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

	/** Looks at intervals from now on. */
	start(): void {
		this.#timer = setInterval(() => {
			this.look().catch(this.#onError);
		}, this.#schedule.lookEveryMs);
		this.#timer.unref();
	}

	/** Stops looking, once what is running has ended. */
	async stop(): Promise<void> {
		clearInterval(this.#timer);
		await this.#looking?.catch(() => undefined);
	}

	/** Looks once, and does what is due. */
	look(): Promise<MaintenanceOutcome> {
		this.#looking ??= this.#look().finally(() => {
			this.#looking = undefined;
		});
		return this.#looking;
	}

	async #look(): Promise<MaintenanceOutcome> {
		// Asked before the question below, which is itself a use.
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
