import { SESSION_MAX_AGE_SECONDS } from "@/lib/domain/accounts/session";
import type { Service } from "@/lib/platform/service";
import { nowAndThen } from "@/lib/platform/sweeps/now-and-then";

/** More than the use of a session that is not yet written. */
const UNWRITTEN_MS = 600_000;

/** Removes sessions whose cookies have ended by themselves. Returns their number. */
export async function sweepSessions(service: Service): Promise<number> {
	const now = service.now();
	const unused = new Date(now.getTime() - SESSION_MAX_AGE_SECONDS * 1_000 - UNWRITTEN_MS);
	return service.prisma.$executeRaw`DELETE FROM sessions WHERE used_at < ${unused} OR ends_at <= ${now}`;
}

/** Sweeps at most every ten minutes. */
export const sweepSessionsNowAndThen = nowAndThen(sweepSessions);
