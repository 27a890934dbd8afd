import type { JWT } from "next-auth/jwt";
import type { Service } from "@/lib/platform/service";
import { nowAndThen } from "@/lib/platform/sweeps/now-and-then";

/**
 * Ends a session with all copies and renewals of its cookie; the user's other sessions stay. Its
 * event streams check their credential at once.
 */
export async function endSession(service: Service, { sub, session, until }: JWT): Promise<void> {
	if (typeof sub !== "string" || typeof session !== "string" || typeof until !== "number") return;
	await service.prisma.$executeRaw`
		WITH ended AS (INSERT INTO ended_sessions (id, ends_at) VALUES (${session}::uuid, ${new Date(until)})
			ON CONFLICT DO NOTHING RETURNING id)
		SELECT note_change('credential', ${sub}::uuid, NULL, NULL) FROM ended`;
	await sweepNowAndThen(service);
}

/** Removes ended sessions that would have expired by now. */
const sweepNowAndThen = nowAndThen(
	(service) => service.prisma.$executeRaw`DELETE FROM ended_sessions WHERE ends_at < ${service.now()}`,
);
