import type { Principal, SystemActor } from "@/lib/domain/access/principal";
import { Prisma } from "@/lib/generated/prisma/client";
import { coalesced } from "@/lib/platform/coalesced";
import { transact } from "@/lib/platform/db/transact";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import type { Service } from "@/lib/platform/service";
import { type AuditEntry, eventInsert, recordEvent } from "./record-event";

/** How long repetitions are counted before they become an event. */
export const REPEATED_MS = 600_000;

/** Windows that one transaction ends. */
const BATCH = 200;

interface Occurrence {
	readonly actor: Principal | SystemActor;
	readonly entry: AuditEntry;
}

/**
 * Records an event that callers can repeat without end. The first is recorded at once; its
 * repetitions within ten minutes become one event with their number in `detail.repeated`. A failure
 * to record is logged and fails nothing.
 * @param subject identifies repetitions of the same event
 */
export async function recordRepeated(
	service: Service,
	subject: string,
	actor: Principal | SystemActor,
	entry: AuditEntry,
): Promise<void> {
	await note(service, subject, { actor, entry }).catch((thrown: unknown) =>
		logFailure(thrown, "an audit event could not be recorded", { action: entry.action }),
	);
}

/** At most one statement of a subject is under way, so that a flood waits for no row. */
const note = coalesced<Occurrence, void>(async (service, subject, occurrences) => {
	const [first] = occurrences;
	if (first === undefined) return () => undefined;
	const { actor, entry } = first;
	const now = service.now();
	const kept = JSON.stringify({ actor: { ...actor, address: null, requestId: null }, entry } satisfies Occurrence);
	const opened = Prisma.sql`INSERT INTO audit_windows AS w (subject, repeated, ends_at, event)
		VALUES (${subject}, ${occurrences.length - 1}::int, ${new Date(now.getTime() + REPEATED_MS)}::timestamptz, ${kept}::jsonb)
		ON CONFLICT (subject) DO UPDATE SET repeated = w.repeated + ${occurrences.length}::int RETURNING xmax = 0 AS is_first`;
	await service.prisma.$rows(
		Prisma.sql`WITH opened AS (${opened}) ${eventInsert(now, actor, entry, Prisma.sql`FROM opened WHERE is_first`)}`,
	);
	return () => undefined;
});

/** Ends windows, with an event each where something was repeated. Returns the number of events. */
export async function endWindows(service: Pick<Service, "prisma" | "now">): Promise<number> {
	for (let total = 0; ; ) {
		const { ended, recorded } = await transact(service.prisma, async (tx) => {
			const windows = await tx.$queryRaw<{ repeated: number; event: Occurrence }[]>`
				DELETE FROM audit_windows WHERE subject IN (SELECT subject FROM audit_windows
					WHERE ends_at <= ${service.now()}::timestamptz ORDER BY subject LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
				RETURNING repeated, event`;
			const again = windows.filter(({ repeated }) => repeated > 0);
			for (const { repeated, event } of again) {
				const detail = { ...event.entry.detail, repeated };
				await recordEvent(service, tx, event.actor, { ...event.entry, detail });
			}
			return { ended: windows.length, recorded: again.length };
		});
		total += recorded;
		if (ended < BATCH) return total;
	}
}
