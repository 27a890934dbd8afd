import type { EditOrganization, Organization } from "@/lib/contract/organization";
import { visibleOrganizations } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { changesNothing } from "@/lib/platform/db/changed-fields";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { ForbiddenError, NotFoundError, VersionMismatchError } from "@/lib/rules/errors";
import { describeOrganization, loadDifferences, organizationInclude } from "./describe-organization";
import { requireConfirmed } from "./own/require-confirmed";

/**
 * `PATCH /api/organizations/<id>`: changes the name, which designs members see or whether a
 * second factor is required, by administrators and operators, or prices, by operators. The second
 * factor needs a confirmed session. A new price applies to designs from now on; builds keep their price. Administrators may
 * raise the least reach, and operators also lower it.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError
 */
export async function editOrganization(
	service: Service,
	principal: Principal,
	id: string,
	changes: EditOrganization,
	expectation: { readonly revision?: number } = {},
): Promise<Organization> {
	return transact(service.prisma, async (tx) => {
		await tx.$queryRaw`SELECT 1 FROM organizations WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
		const before = await tx.organization.findFirst({
			where: { AND: [visibleOrganizations(principal), { id }] },
			include: organizationInclude(principal),
		});
		if (before === null) throw new NotFoundError("organization not found");
		if (principal.role === "designer") throw new ForbiddenError("only administrators and operators edit organizations");
		if (changes.second_factor_required !== undefined) requireConfirmed(service, principal);
		if (changes.price_cpm !== undefined && principal.role !== "operator") {
			throw new ForbiddenError("only operators set prices");
		}
		const least = changes.least_reach ?? before.least_reach;
		if (least < before.least_reach && principal.role !== "operator") {
			throw new ForbiddenError("only operators lower the least reach");
		}
		if (expectation.revision !== undefined && expectation.revision !== before.revision) {
			throw new VersionMismatchError(
				`the organization is at revision ${before.revision}, not ${expectation.revision}: it was changed at ${before.updated_at.toISOString()}`,
			);
		}
		const { proximity, audience } = changes.price_cpm ?? {};
		const describe = async (record: typeof before) =>
			describeOrganization(principal, record, (await loadDifferences(tx, principal, [id])).get(id));
		const current = describeOrganization(principal, before, undefined);
		const given = { ...changes, price_cpm: undefined, proximity: amountOf(proximity), audience: amountOf(audience) };
		const prices = { proximity: amountOf(current.price_cpm.proximity), audience: amountOf(current.price_cpm.audience) };
		if (changesNothing({ ...current, ...prices }, given)) return describe(before);
		const record = await tx.organization.update({
			where: { id },
			data: {
				...(changes.name === undefined ? {} : { name: changes.name.trim() }),
				...(proximity === undefined ? {} : { price_proximity_cpm: proximity }),
				...(audience === undefined ? {} : { price_audience_cpm: audience }),
				...(changes.second_factor_required === undefined
					? {}
					: { second_factor_required: changes.second_factor_required }),
				...(changes.members_see === undefined ? {} : { members_see: changes.members_see }),
				least_reach: least,
				updated_at: service.now(),
				revision: { increment: 1 },
			},
			include: organizationInclude(principal),
		});
		const about = { object_type: "organization", object_id: id, organization_id: id } as const;
		const { least_reach: _, ...others } = changes;
		if (Object.keys(others).length > 0) {
			await recordEvent(service, tx, principal, { action: "edit", ...about, detail: { changes: { ...others } } });
		}
		if (least !== before.least_reach) {
			const detail = { before: before.least_reach, after: least };
			await recordEvent(service, tx, principal, { action: "set_least_reach", ...about, detail });
		}
		return describe(record);
	});
}

/** A price as a number, as 1.5 and 1.50 are one. */
const amountOf = (price: string | null | undefined) => (price == null ? price : Number(price));
