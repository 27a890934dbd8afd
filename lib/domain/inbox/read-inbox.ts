import type { ReadInbox } from "@/lib/contract/inbox";
import type { Principal } from "@/lib/domain/access/principal";
import type { Service } from "@/lib/platform/service";
import { countUnread } from "./count-unread";

/**
 * `POST /api/inbox/read`: marks items of the caller as read, or as unread again. Items of others
 * and those that are gone are ignored.
 * @returns how many are unread then
 */
export async function readInbox(
	service: Pick<Service, "prisma" | "now">,
	principal: Principal,
	{ ids, until, read }: ReadInbox,
): Promise<number> {
	const chosen = ids === undefined ? { lte: BigInt(until ?? 0) } : { in: ids.map(BigInt) };
	await service.prisma.inboxItem.updateMany({
		where: { user_id: principal.userId, id: chosen, read_at: read ? null : { not: null } },
		data: { read_at: read ? service.now() : null },
	});
	return countUnread(service.prisma, principal);
}
