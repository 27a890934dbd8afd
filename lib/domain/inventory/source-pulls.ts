import { inventoryImportMode } from "@/lib/contract/inventory";
import { recordEvent } from "@/lib/domain/audit/record-event";
import type { PullKind } from "@/lib/domain/pulls/pull-files";
import { type ClaimedPull, PullLostError } from "@/lib/domain/pulls/settle-pull";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { takeFile } from "./take-file";

const ACTOR = { system: "scheduled pull" } as const;

/** Pulls of the data of sources, told to operators. */
export const sourcePulls: PullKind = {
	owner: "source_id",
	ready: Prisma.sql`TRUE`,
	limit: ({ settings }) => ({ maxBytes: settings.INVENTORY_MAX_BYTES, what: "a file of inventory data" }),

	async take(service, claimed, file) {
		const { isUnchanged } = await takeFile(service, sourceOf(claimed), {
			...file,
			mode: inventoryImportMode.parse(claimed.mode),
			by: ACTOR,
			lock: (tx) => lockClaimed(tx, claimed),
		});
		return !isUnchanged;
	},

	async tell(service, tx, claimed, problem) {
		const id = sourceOf(claimed);
		const { name } = await tx.inventorySource.findUniqueOrThrow({ where: { id }, select: { name: true } });
		await recordEvent(service, tx, ACTOR, {
			action: "pull_failed",
			object_type: "inventory_source",
			object_id: id,
			reason: problem,
			detail: { subject: name },
		});
	},
};

function sourceOf({ source_id: id }: ClaimedPull): string {
	if (id === null) throw new Error("the pull of a source names it");
	return id;
}

/**
 * Locks the source of a pull in the transaction of its change.
 * @throws PullLostError
 */
async function lockClaimed(
	tx: Transaction,
	claimed: ClaimedPull,
): Promise<{ readonly current_import_id: string | null }> {
	const id = sourceOf(claimed);
	await tx.$queryRaw`SELECT FROM inventory_sources WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
	const rows = await tx.$queryRaw<unknown[]>`
		SELECT FROM pulls WHERE id = ${claimed.id}::uuid AND lease_token = ${claimed.lease_token}::uuid FOR NO KEY UPDATE`;
	if (rows.length === 0) throw new PullLostError();
	return tx.inventorySource.findUniqueOrThrow({ where: { id }, select: { current_import_id: true } });
}
