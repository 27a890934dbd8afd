import type { Service } from "@/lib/platform/service";

/** States of activations and objects that are gone are of no use then. */
const KEPT_MS = 365 * 86_400_000;

/** Removes states that have not turned for a year and are well. Returns their number. */
export async function sweepStates(service: Pick<Service, "prisma" | "now">): Promise<number> {
	const before = new Date(service.now().getTime() - KEPT_MS);
	const { count } = await service.prisma.noticeState.deleteMany({ where: { at: { lt: before }, bad: false } });
	return count;
}
