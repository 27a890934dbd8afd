import type { CreateOrganization, Organization } from "@/lib/contract/organization";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { asSet } from "@/lib/platform/db/changed-fields";
import { translateConflict } from "@/lib/platform/db/conflicts";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { ForbiddenError } from "@/lib/rules/errors";
import { describeOrganization, NO_DIFFERENCE, organizationInclude } from "./organizations";

/**
 * `POST /api/organizations` (docs/contract.md, Accounts).
 * @throws ForbiddenError unless the caller is an operator
 * @throws InvalidStateError when the slug is taken
 */
export async function createOrganization(
	service: Service,
	principal: Principal,
	wanted: CreateOrganization,
): Promise<Organization> {
	if (principal.role !== "operator") throw new ForbiddenError("only operators create organizations");
	return transact(service.prisma, async (tx) => {
		const now = service.now();
		const record = await tx.organization.create({
			data: {
				slug: wanted.slug,
				name: wanted.name.trim(),
				price_proximity_cpm: wanted.price_cpm?.proximity ?? null,
				price_audience_cpm: wanted.price_cpm?.audience ?? null,
				least_reach: wanted.least_reach ?? 0,
				members_see: wanted.members_see ?? "own_and_shared",
				embed_origins: asSet(wanted.embed_origins) ?? [],
				created_at: now,
				updated_at: now,
			},
			include: organizationInclude(principal),
		});
		await recordEvent(service, tx, principal, {
			action: "create",
			object_type: "organization",
			object_id: record.id,
			organization_id: record.id,
			detail: {
				slug: record.slug,
				name: record.name,
				price_cpm: wanted.price_cpm ?? null,
				least_reach: record.least_reach,
				members_see: record.members_see,
				embed_origins: record.embed_origins,
			},
		});
		return describeOrganization(principal, record, NO_DIFFERENCE);
	}).catch(translateConflict(`an organization '${wanted.slug}' exists already`));
}
