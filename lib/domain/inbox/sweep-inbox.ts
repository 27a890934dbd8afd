import type { Service } from "@/lib/platform/service";

/** How long an item is kept, read or not. */
export const KEPT_MS = 90 * 86_400_000;

/** Removes old items of all people. Returns their number. */
export async function sweepInbox(service: Pick<Service, "prisma" | "now">): Promise<number> {
	const before = new Date(service.now().getTime() - KEPT_MS);
	const { count } = await service.prisma.inboxItem.deleteMany({ where: { at: { lt: before } } });
	return count;
}
