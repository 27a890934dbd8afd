import type { Principal } from "@/lib/domain/access/principal";
import type { Transaction } from "@/lib/platform/service";

/** Makes a view the caller's default for its page, replacing another, or unsets it. */
export async function setDefault(
	tx: Transaction,
	{ userId }: Principal,
	{ id: viewId, page }: { readonly id: string; readonly page: string },
	wanted: boolean,
): Promise<void> {
	if (!wanted) {
		await tx.defaultView.deleteMany({ where: { user_id: userId, view_id: viewId } });
		return;
	}
	await tx.$executeRaw`
		INSERT INTO default_views (user_id, page, view_id) VALUES (${userId}::uuid, ${page}, ${viewId}::uuid)
		ON CONFLICT (user_id, page) DO UPDATE SET view_id = excluded.view_id`;
}
