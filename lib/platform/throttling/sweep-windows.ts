import type { Service } from "@/lib/platform/service";
import { nowAndThen } from "@/lib/platform/sweeps/now-and-then";

/** Deletes expired windows, so that the table holds recent callers only. Returns their number. */
export async function sweepCallWindows(service: Service): Promise<number> {
	return service.prisma.$executeRaw`DELETE FROM call_windows WHERE ends_at <= ${service.now()}`;
}

/** Sweeps at most every ten minutes. */
export const sweepNowAndThen = nowAndThen(sweepCallWindows);
