import type { JWT } from "next-auth/jwt";
import type { Service } from "@/lib/service";
import { nowAndThen } from "@/lib/sweeping/now-and-then";

/** Ends a session for whoever holds a copy of its cookie, the renewed ones included; the user's others go on. */
export async function endSession(service: Service, { session, until }: JWT): Promise<void> {
	if (typeof session !== "string" || typeof until !== "number") return;
	await service.prisma.$executeRaw`
		INSERT INTO ended_sessions (id, ends_at) VALUES (${session}::uuid, ${new Date(until)}) ON CONFLICT DO NOTHING`;
	await sweepNowAndThen(service);
}

/** Forgets those that would have ended by now without being ended. */
const sweepNowAndThen = nowAndThen(
	(service) => service.prisma.$executeRaw`DELETE FROM ended_sessions WHERE ends_at < ${service.now()}`,
);
