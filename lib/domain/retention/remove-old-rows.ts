import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";

const DAY_MS = 86_400_000;
/** Rows that one statement removes, so that none blocks others for long. */
const BATCH = 2_000;

/** Rows that leave because they are old. */
interface Retention {
	/** The rows' moment; of type `date`, their day in UTC. */
	readonly column: string;
	readonly type?: "date" | "timestamptz";
	/** How long rows stay after it. */
	readonly days: number;
	/** Which rows `r` stay nevertheless. */
	readonly unless?: string;
}

/** How long rows are kept, by table. Sweeps with rules of their own are background jobs. */
export const RETENTION = {
	call_windows: { column: "ends_at", days: 0 },
	idempotency_records: { column: "expires_at", days: 0 },
	// Whether read or not.
	inbox_items: { column: "at", days: 90 },
	// They record the outcome of each mail, and the days whose digest was sent.
	mails: { column: "ended_at", days: 30 },
	// The last day of each deployment stays: when it last matched is known.
	match_days: {
		column: "day",
		type: "date",
		days: 90,
		unless: "NOT EXISTS (SELECT FROM match_days n WHERE n.deployment_id = r.deployment_id AND n.day > r.day)",
	},
	// After its last batch, which an agent repeats until it is answered.
	match_runs: { column: "counted_at", days: 30 },
	// What still fails after that is shown again.
	overview_dismissals: { column: "at", days: 90 },
	// After a year without a turn an activation or object is gone.
	notice_states: { column: "at", days: 365, unless: "r.bad" },
	// The audit log keeps activations.
	rule_verdicts: {
		column: "at",
		days: 30,
		unless: "EXISTS (SELECT FROM deployments x WHERE x.id = r.deployment_id AND x.status = 'requested')",
	},
	// A paused webhook goes on with the part of the audit log that comes next: none may be missing.
	webhook_deliveries: {
		column: "created_at",
		days: 30,
		unless: "r.status = 'pending' AND r.audit_until IS NOT NULL",
	},
	webhook_secrets: { column: "expires_at", days: 0 },
} as const satisfies Record<string, Retention>;

type Table = keyof typeof RETENTION;
const TABLES = Object.keys(RETENTION) as Table[];

/**
 * Removes the rows whose time is over. Several processes may run it at once. A failing table does
 * not prevent the others.
 * @returns how many rows were removed
 * @throws the error of the first failing table
 */
export async function removeOldRows(
	service: Pick<Service, "prisma" | "now">,
	tables: readonly Table[] = TABLES,
): Promise<number> {
	const failures: unknown[] = [];
	let total = 0;
	for (const table of tables) {
		for (let removed = BATCH; removed === BATCH; total += removed) {
			removed = await removeSome(service, table).catch((error: unknown) => {
				failures.push(error);
				return 0;
			});
		}
	}
	if (failures.length > 0) throw failures[0];
	return total;
}

function removeSome({ prisma, now }: Pick<Service, "prisma" | "now">, name: Table): Promise<number> {
	const { column, days, type = "timestamptz", unless = "false" }: Retention = RETENTION[name];
	const before = new Date(now().getTime() - days * DAY_MS).toISOString();
	const table = Prisma.raw(name);
	return prisma.$executeRaw(Prisma.sql`
		DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
			SELECT r.ctid FROM ${table} r
			WHERE r.${Prisma.raw(column)} < ${before}::${Prisma.raw(type)} AND NOT (${Prisma.raw(unless)})
			LIMIT ${BATCH} FOR UPDATE OF r SKIP LOCKED))`);
}
