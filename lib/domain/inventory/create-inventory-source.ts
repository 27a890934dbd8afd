import type { CreateInventorySource, InventorySource } from "@/lib/contract/inventory";
import type { Principal } from "@/lib/domain/access/principal";
import { findOrganizations } from "@/lib/domain/accounts/find-organizations";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { translateConflict } from "@/lib/platform/db/conflicts";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { describeSource, requireSourceKeeper, sourceInclude } from "./sources";

/**
 * `POST /api/inventory-sources`: creates an inventory source without data (docs/contract.md,
 * Inventory sources).
 * @throws ForbiddenError unless the caller is an operator
 * @throws InvalidArgumentError naming an organization that does not exist
 * @throws InvalidStateError when the slug is taken
 */
export async function createInventorySource(
	service: Service,
	principal: Principal,
	wanted: CreateInventorySource,
): Promise<InventorySource> {
	requireSourceKeeper(principal);
	const slugs = [...new Set(wanted.organizations ?? [])];
	return transact(service.prisma, async (tx) => {
		const organizationIds = await findOrganizations(tx, "organizations", slugs);
		const now = service.now();
		const record = await tx.inventorySource.create({
			data: {
				slug: wanted.slug,
				name: wanted.name.trim(),
				keep_days: wanted.keep_days ?? null,
				created_at: now,
				updated_at: now,
				organizations: { create: organizationIds.map((organizationId) => ({ organization_id: organizationId })) },
			},
			include: sourceInclude,
		});
		await recordEvent(service, tx, principal, {
			action: "create",
			object_type: "inventory_source",
			object_id: record.id,
			detail: { slug: record.slug, name: record.name, organizations: slugs },
		});
		return describeSource(principal, record, new Map());
	}).catch(translateConflict(`there is an inventory source '${wanted.slug}' already`));
}
