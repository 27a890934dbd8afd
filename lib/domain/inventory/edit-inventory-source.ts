import type { EditInventorySource, InventorySource } from "@/lib/contract/inventory";
import type { Principal } from "@/lib/domain/access/principal";
import { findOrganizations } from "@/lib/domain/accounts/find-organizations";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { changedAt, type Expectation } from "@/lib/domain/lists/define-resource";
import { asSet, changedFields } from "@/lib/platform/db/changed-fields";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { describeSource, importersOf, sourceInclude, sources } from "./sources";

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
	expected?: Expectation,
): Promise<InventorySource> {
	return transact(service.prisma, async (tx) => {
		const before = await sources.findForChange(tx, principal, slug, expected);
		const used = before.organizations.map(({ organization }) => organization.slug);
		const given = { ...changes, organizations: asSet(changes.organizations) };
		const fields = changedFields({ ...before, organizations: asSet(used) }, given);
		if (fields === null) return describeSource(principal, before, await importersOf(tx, [before.currentImport]));
		const { organizations, ...data } = fields;
		const organizationIds =
			organizations && (await findOrganizations(tx, "organizations", [...new Set(changes.organizations)]));
		const record = await tx.inventorySource.update({
			where: { id: before.id },
			data: {
				...data,
				...(organizationIds === undefined
					? {}
					: {
							organizations: {
								deleteMany: {},
								create: organizationIds.map((organizationId) => ({ organization_id: organizationId })),
							},
						}),
				...changedAt(service.now()),
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
