import type { InboxItem } from "@/lib/contract/inbox";
import type { Principal } from "@/lib/domain/access/principal";
import { type Page, pageOf } from "@/lib/domain/lists/page";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { countUnread } from "./count-unread";
import { describeItems } from "./describe-items";

/** `GET /api/inbox`: the caller's items, newest first, and how many are unread. */
export async function listInbox(
	service: Pick<Service, "prisma">,
	principal: Principal,
	{ unread, ...paging }: { readonly limit: number; readonly offset: number; readonly unread: boolean },
): Promise<Page<InboxItem> & { readonly unread: number }> {
	const where = [Prisma.sql`i.user_id = ${principal.userId}::uuid`];
	if (unread) where.push(Prisma.sql`i.read_at IS NULL`);
	const { prisma } = service;
	const list = {
		...{ from: Prisma.sql`inbox_items i`, where },
		...{ sort: Prisma.sql`i.id`, id: Prisma.sql`i.id`, order: "desc" as const, ...paging },
	};
	const [{ rows, total }, unreadCount] = await Promise.all([
		pageOf(prisma, list, (ids) => prisma.inboxItem.findMany({ where: { id: { in: ids.map(BigInt) } } })),
		countUnread(prisma, principal),
	]);
	return { rows: await describeItems(prisma, principal, rows), total, unread: unreadCount };
}
