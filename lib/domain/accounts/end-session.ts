import type { JWT } from "next-auth/jwt";
import type { Service } from "@/lib/platform/service";
import { nowAndThen } from "@/lib/platform/sweeps/now-and-then";

/**
 * Ends a session for whoever holds a copy of its cookie, the renewed ones included; the user's others go on. The streams of events that
 * it opened are asked for their credential in the same moment, as after every other change of what its user signs in with.
 */
export async function endSession(service: Service, { sub, session, until }: JWT): Promise<void> {
	if (typeof sub !== "string" || typeof session !== "string" || typeof until !== "number") return;
	await service.prisma.$executeRaw`
		WITH ended AS (INSERT INTO ended_sessions (id, ends_at) VALUES (${session}::uuid, ${new Date(until)})
			ON CONFLICT DO NOTHING RETURNING id)
		SELECT note_change('credential', ${sub}::uuid, NULL, NULL) FROM ended`;
	await sweepNowAndThen(service);
}

/** Forgets those that would have ended by now without being ended. */
const sweepNowAndThen = nowAndThen(
	(service) => service.prisma.$executeRaw`DELETE FROM ended_sessions WHERE ends_at < ${service.now()}`,
);
