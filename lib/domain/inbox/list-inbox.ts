import type { InboxItem } from "@/lib/contract/inbox";
import type { Principal } from "@/lib/domain/access/principal";
import type { Page } from "@/lib/domain/lists/page";
import type { Service } from "@/lib/platform/service";
import { countUnread } from "./count-unread";
import { describeItems } from "./describe-items";

/** `GET /api/inbox`: the caller's items, newest first, and how many are unread. */
export async function listInbox(
	service: Pick<Service, "prisma">,
	principal: Principal,
	{ limit, offset, unread }: { readonly limit: number; readonly offset: number; readonly unread: boolean },
): Promise<Page<InboxItem> & { readonly unread: number }> {
	const where = { userId: principal.userId, ...(unread ? { readAt: null } : {}) };
	const { prisma } = service;
	const [items, total, unreadCount] = await Promise.all([
		prisma.inboxItem.findMany({ where, orderBy: { id: "desc" }, take: limit, skip: offset }),
		prisma.inboxItem.count({ where }),
		countUnread(prisma, principal),
	]);
	return { rows: await describeItems(prisma, principal, items), total, unread: unreadCount };
}
