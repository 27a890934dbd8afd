import type { EditInventorySource, InventorySource } from "@/lib/contract/inventory";
import type { Principal } from "@/lib/domain/access/principal";
import { findOrganizations } from "@/lib/domain/accounts/find-organizations";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { asSet, changesNothing } from "@/lib/platform/db/changed-fields";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { describeSource, importersOf, sourceInclude } from "./describe-source";
import { findSourceForChange } from "./find-source";

/**
 * `PATCH /api/inventory-sources/<slug>`: changes the name, how long visits are kept, and the
 * organizations that may use it.
 * Later builds of removed organizations are rejected; finished builds stay.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError; InvalidArgumentError naming an
 * organization that does not exist
 */
export async function editInventorySource(
	service: Service,
	principal: Principal,
	slug: string,
	changes: EditInventorySource,
	expectation: { readonly revision?: number } = {},
): Promise<InventorySource> {
	return transact(service.prisma, async (tx) => {
		const before = await findSourceForChange(tx, principal, slug, expectation);
		const used = before.organizations.map(({ organization }) => organization.slug);
		const current = { name: before.name, keep_days: before.keep_days, organizations: asSet(used) };
		if (changesNothing(current, { ...changes, organizations: asSet(changes.organizations) }))
			return describeSource(principal, before, await importersOf(tx, [before.currentImport]));
		const slugs = changes.organizations && [...new Set(changes.organizations)];
		const organizationIds = slugs && (await findOrganizations(tx, "organizations", slugs));
		const record = await tx.inventorySource.update({
			where: { id: before.id },
			data: {
				...(changes.name === undefined ? {} : { name: changes.name.trim() }),
				...(changes.keep_days === undefined ? {} : { keep_days: changes.keep_days }),
				...(organizationIds === undefined
					? {}
					: {
							organizations: {
								deleteMany: {},
								create: organizationIds.map((organizationId) => ({ organization_id: organizationId })),
							},
						}),
				updated_at: service.now(),
				revision: { increment: 1 },
			},
			include: sourceInclude,
		});
		await recordEvent(service, tx, principal, {
			action: "edit",
			object_type: "inventory_source",
			object_id: record.id,
			detail: { changes: { ...changes } },
		});
		return describeSource(principal, record, await importersOf(tx, [record.currentImport]));
	});
}
