import type { EditTarget, TargetDetail } from "@/lib/contract/target";
import type { Principal } from "@/lib/domain/access/principal";
import { findOrganizations } from "@/lib/domain/accounts/find-organizations";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { refreshDeploymentSearch } from "@/lib/domain/lists/refresh-documents";
import { Prisma } from "@/lib/generated/prisma/client";
import { asSet, changesNothing } from "@/lib/platform/db/changed-fields";
import { translateConflict } from "@/lib/platform/db/conflicts";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { VersionMismatchError } from "@/lib/rules/errors";
import { hoursColumn, loadActivationWindow, reviewHeldSchedules } from "./activation-window";
import { describeTargetDetail, targetDetailInclude } from "./describe-target";
import { findAdministeredTarget } from "./find-target";

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
	expectation: { readonly revision?: number } = {},
): Promise<TargetDetail> {
	return transact(service.prisma, async (tx) => {
		// A new name blocks new deployments, whose search document has the old one.
		const lock = changes.name === undefined ? Prisma.sql`FOR NO KEY UPDATE` : Prisma.sql`FOR UPDATE`;
		await tx.$queryRaw`SELECT 1 FROM targets WHERE id = ${id}::uuid ${lock}`;
		const before = await findAdministeredTarget(tx, principal, id);
		if (expectation.revision !== undefined && expectation.revision !== before.revision) {
			throw new VersionMismatchError(
				`the target is at revision ${before.revision}, not ${expectation.revision}: it was changed at ${before.updated_at.toISOString()}`,
			);
		}
		const current = describeTargetDetail(principal, before, null);
		const given = { ...changes, accepted_organizations: asSet(changes.accepted_organizations) };
		const slugs = asSet(current.accepted_organizations.map(({ slug }) => slug));
		if (changesNothing({ ...current, accepted_organizations: slugs }, given))
			return { ...current, window: await loadActivationWindow(service, tx, id) };
		const accepted =
			changes.accepted_organizations &&
			(await findOrganizations(tx, "accepted_organizations", changes.accepted_organizations));
		const name = changes.name?.trim();
		const record = await tx.target.update({
			where: { id },
			data: {
				...(name === undefined ? {} : { name }),
				...(changes.slug === undefined ? {} : { slug: changes.slug }),
				...(changes.type === undefined ? {} : { type: changes.type }),
				...(changes.memory_capacity === undefined ? {} : { memory_capacity: changes.memory_capacity }),
				...(changes.four_eyes === undefined ? {} : { four_eyes: changes.four_eyes }),
				...(changes.size_warning_factor === undefined ? {} : { size_warning_factor: changes.size_warning_factor }),
				...(changes.request_ttl_seconds === undefined ? {} : { request_ttl_seconds: changes.request_ttl_seconds }),
				...hoursColumn(changes.activation_hours),
				...(changes.required_approvals === undefined ? {} : { required_approvals: changes.required_approvals }),
				...(changes.second_approval_for_delete === undefined
					? {}
					: { second_approval_for_delete: changes.second_approval_for_delete }),
				...(changes.refuses_sensitive_places === undefined
					? {}
					: { refuses_sensitive_places: changes.refuses_sensitive_places }),
				...(accepted === undefined
					? {}
					: {
							accepted: {
								deleteMany: {},
								create: accepted.map((organizationId) => ({ organization_id: organizationId })),
							},
						}),
				updated_at: service.now(),
				revision: { increment: 1 },
			},
			include: targetDetailInclude,
		});
		if (name !== undefined && name !== before.name) await refreshDeploymentSearch(tx, { targetId: id });
		if (changes.activation_hours !== undefined) await reviewHeldSchedules(tx, id, service.now());
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
