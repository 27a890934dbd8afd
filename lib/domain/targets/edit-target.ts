import type { EditTarget, TargetDetail } from "@/lib/contract/target";
import type { Principal } from "@/lib/domain/access/principal";
import { findOrganizations } from "@/lib/domain/accounts/find-organizations";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { changedAt, type Expectation, requireRevision } from "@/lib/domain/lists/define-resource";
import { refreshDeploymentSearch } from "@/lib/domain/lists/refresh-documents";
import { Prisma } from "@/lib/generated/prisma/client";
import { asSet, changedFields } from "@/lib/platform/db/changed-fields";
import { translateConflict } from "@/lib/platform/db/conflicts";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { hoursColumn, loadActivationWindow, reviewHeldSchedules } from "./activation-window";
import { describeTargetDetail, targetDetailInclude } from "./describe-target";
import { findAdministeredTarget } from "./find-administered-target";

/**
 * `PATCH /api/targets/<id>`: changes the given fields. Requests of an organization that is no
 * longer accepted stay; it cannot make new ones.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError; InvalidArgumentError naming an
 * organization that does not exist; InvalidStateError when the slug is taken
 */
export async function editTarget(
	service: Service,
	principal: Principal,
	id: string,
	changes: EditTarget,
	expected: Expectation = {},
): Promise<TargetDetail> {
	return transact(service.prisma, async (tx) => {
		// A new name blocks new deployments, whose search document has the old one.
		const lock = changes.name === undefined ? Prisma.sql`FOR NO KEY UPDATE` : Prisma.sql`FOR UPDATE`;
		await tx.$queryRaw`SELECT 1 FROM targets WHERE id = ${id}::uuid ${lock}`;
		const before = await findAdministeredTarget(tx, principal, id);
		requireRevision("target", before, expected);
		const current = describeTargetDetail(principal, before, null);
		const given = { ...changes, accepted_organizations: asSet(changes.accepted_organizations) };
		const slugs = asSet(current.accepted_organizations.map(({ slug }) => slug));
		const changed = changedFields({ ...current, accepted_organizations: slugs }, given);
		if (changed === null) return { ...current, window: await loadActivationWindow(service, tx, id) };
		const { accepted_organizations, activation_hours, ...settings } = changed;
		const accepted =
			accepted_organizations &&
			(await findOrganizations(tx, "accepted_organizations", changes.accepted_organizations ?? []));
		const record = await tx.target.update({
			where: { id },
			data: {
				...settings,
				...hoursColumn(activation_hours),
				...(accepted === undefined
					? {}
					: {
							accepted: {
								deleteMany: {},
								create: accepted.map((organizationId) => ({ organization_id: organizationId })),
							},
						}),
				...changedAt(service.now()),
			},
			include: targetDetailInclude,
		});
		if (settings.name !== undefined) await refreshDeploymentSearch(tx, { targetId: id });
		if (activation_hours !== undefined) await reviewHeldSchedules(tx, id, service.now());
		await recordEvent(service, tx, principal, {
			action: "edit",
			object_type: "target",
			object_id: id,
			target_id: id,
			organization_id: before.organization_id,
			detail: { changes: { ...changes } },
		});
		return describeTargetDetail(principal, record, await loadActivationWindow(service, tx, id));
	}).catch(translateConflict(`there is a target '${changes.slug ?? ""}' already`));
}
