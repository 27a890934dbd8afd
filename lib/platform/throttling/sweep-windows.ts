import type { Service } from "@/lib/platform/service";
import { nowAndThen } from "@/lib/platform/sweeps/now-and-then";

/** Forgets callers whose minute is over, so that there are only as many rows as recent callers. Gives their number. */
export async function sweepCallWindows(service: Service): Promise<number> {
	return service.prisma.$executeRaw`DELETE FROM call_windows WHERE ends_at <= ${service.now()}`;
}

/** The same when it has not been done for ten minutes. */
export const sweepNowAndThen = nowAndThen(sweepCallWindows);
