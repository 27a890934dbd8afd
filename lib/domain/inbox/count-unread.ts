import { MOST_UNREAD } from "@/lib/contract/inbox";
import type { Principal } from "@/lib/domain/access/principal";
import type { Transaction } from "@/lib/platform/service";

/** The caller's unread items, counted up to `MOST_UNREAD`: badges show no more. */
export async function countUnread(db: Transaction, { userId }: Pick<Principal, "userId">): Promise<number> {
	const [counted] = await db.$queryRaw<{ count: number }[]>`
		SELECT count(*)::int AS count FROM (
			SELECT 1 FROM inbox_items WHERE user_id = ${userId}::uuid AND read_at IS NULL LIMIT ${MOST_UNREAD}) AS unread`;
	return counted?.count ?? 0;
}
