import type { JWT } from "next-auth/jwt";
import type { Service } from "@/lib/platform/service";
import { sweepSessionsNowAndThen } from "./sweep-sessions";

/**
 * Ends a session with all copies and renewals of its cookie; the user's other sessions stay. Its
 * event streams check their credential at once.
 */
export async function endSession(service: Service, { sub, session }: JWT): Promise<void> {
	if (typeof sub !== "string" || typeof session !== "string") return;
	await service.prisma.session.deleteMany({ where: { id: session, user_id: sub } });
	await sweepSessionsNowAndThen(service);
}
