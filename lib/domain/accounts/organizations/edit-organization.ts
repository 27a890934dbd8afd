import type { EditOrganization, Organization } from "@/lib/contract/organization";
import type { Principal } from "@/lib/domain/access/principal";
import { requireConfirmed } from "@/lib/domain/accounts/own/require-confirmed";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { changedAt, type Expectation, requireRevision } from "@/lib/domain/lists/define-resource";
import { asSet, changedFields, changesNothing } from "@/lib/platform/db/changed-fields";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { ForbiddenError } from "@/lib/rules/errors";
import { describeOrganization, loadDifferences, organizationInclude, organizations } from "./organizations";

/**
 * `PATCH /api/organizations/<id>`: changes the name, which designs members see, which sites may show
 * designs or whether a second factor is required, by administrators and operators, or prices, by
 * operators. The second factor needs a confirmed session. A new price applies to designs from now on; builds keep their price. Administrators may
 * raise the least reach, and operators also lower it.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError
 */
export async function editOrganization(
	service: Service,
	principal: Principal,
	id: string,
	changes: EditOrganization,
	expected: Expectation = {},
): Promise<Organization> {
	return transact(service.prisma, async (tx) => {
		const before = await organizations.findForChange(tx, principal, id);
		if (principal.role === "designer") throw new ForbiddenError("only administrators and operators edit organizations");
		if (changes.second_factor_required !== undefined) requireConfirmed(service, principal);
		if (changes.price_cpm !== undefined && principal.role !== "operator") {
			throw new ForbiddenError("only operators set prices");
		}
		const least = changes.least_reach ?? before.least_reach;
		if (least < before.least_reach && principal.role !== "operator") {
			throw new ForbiddenError("only operators lower the least reach");
		}
		requireRevision("organization", before, expected);
		const { name, members_see, second_factor_required } = changes;
		const embed_origins = asSet(changes.embed_origins);
		const { proximity, audience } = changes.price_cpm ?? {};
		const describe = async (record: typeof before) =>
			describeOrganization(principal, record, (await loadDifferences(tx, principal, [id])).get(id));
		const current = describeOrganization(principal, before, undefined);
		const given = {
			...changes,
			embed_origins,
			price_cpm: undefined,
			proximity: amountOf(proximity),
			audience: amountOf(audience),
		};
		const prices = { proximity: amountOf(current.price_cpm.proximity), audience: amountOf(current.price_cpm.audience) };
		if (changesNothing({ ...current, ...prices }, given)) return describe(before);
		const record = await tx.organization.update({
			where: { id },
			data: {
				...changedFields(before, { name, members_see, second_factor_required, embed_origins }),
				...(proximity === undefined ? {} : { price_proximity_cpm: proximity }),
				...(audience === undefined ? {} : { price_audience_cpm: audience }),
				least_reach: least,
				...changedAt(service.now()),
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
