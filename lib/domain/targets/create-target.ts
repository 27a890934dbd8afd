import type { CreateTarget, TargetDetail } from "@/lib/contract/target";
import type { Principal } from "@/lib/domain/access/principal";
import { findOrganizations } from "@/lib/domain/accounts/find-organizations";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { translateConflict } from "@/lib/platform/db/conflicts";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { ForbiddenError } from "@/lib/rules/errors";
import { hoursColumn, loadActivationWindow } from "./activation-window";
import { describeTargetDetail, targetDetailInclude } from "./describe-target";

/**
 * `POST /api/targets`: administrators create targets of their own organization, operators of any
 * (docs/contract.md, Targets).
 * @throws ForbiddenError for others; InvalidArgumentError naming an organization that does not
 * exist; InvalidStateError when the slug is taken
 */
export async function createTarget(
	service: Service,
	principal: Principal,
	wanted: CreateTarget,
): Promise<TargetDetail> {
	const { role, organizationSlug } = principal;
	const { organization: owner = organizationSlug, accepted_organizations, activation_hours, ...settings } = wanted;
	if (role === "designer" || (role === "administrator" && owner !== organizationSlug)) {
		throw new ForbiddenError("only operators, and administrators for their own organization, may create targets");
	}
	return transact(service.prisma, async (tx) => {
		const [organizationId = ""] = await findOrganizations(tx, "organization", [owner]);
		const accepted = await findOrganizations(tx, "accepted_organizations", accepted_organizations);
		const now = service.now();
		const record = await tx.target.create({
			data: {
				organization_id: organizationId,
				...settings,
				name: wanted.name.trim(),
				...hoursColumn(activation_hours),
				created_at: now,
				updated_at: now,
				accepted: { create: accepted.map((id) => ({ organization_id: id })) },
			},
			include: targetDetailInclude,
		});
		await recordEvent(service, tx, principal, {
			action: "create",
			object_type: "target",
			object_id: record.id,
			target_id: record.id,
			organization_id: organizationId,
			detail: { slug: record.slug, name: record.name, accepted_organizations },
		});
		return describeTargetDetail(principal, record, await loadActivationWindow(service, tx, record.id));
	}).catch(translateConflict(`there is a target '${wanted.slug}' already`));
}
