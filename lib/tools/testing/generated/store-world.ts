import { randomUUID } from "node:crypto";
import { refreshDesignSearch } from "@/lib/domain/lists/refresh-documents";
import type { Service } from "@/lib/platform/service";
import type { GeneratedWorld } from "./rows";

/** Replaces the contents of the database by a generated world. */
export async function storeWorld(service: Service, world: GeneratedWorld): Promise<void> {
	const db = service.prisma;
	await db.$executeRaw`TRUNCATE organizations CASCADE`;
	await db.organization.createMany({ data: world.organizations.map((row) => ({ ...row, name: row.slug })) });
	await db.user.createMany({
		data: world.users.map(({ email, ...user }) => ({ ...user, email: email.written, email_key: email.written })),
	});
	await db.target.createMany({
		data: world.targets.map(({ id, organization_id: organizationId, slug, name, type }) => ({
			id,
			organization_id: organizationId,
			slug,
			name: name.written,
			type,
		})),
	});
	await db.targetAcceptedOrganization.createMany({
		data: world.targets.flatMap(({ id, acceptedOrganizationIds }) =>
			acceptedOrganizationIds.map((organizationId) => ({ target_id: id, organization_id: organizationId })),
		),
	});
	await storeDesigns(service, world);
	await db.deployment.createMany({
		data: world.deployments.map(({ design, build, target, tags, ...deployment }) => ({
			id: deployment.id,
			design_id: design.id,
			build_id: build.id,
			target_id: target.id,
			type: design.type,
			status: deployment.status,
			requester_id: deployment.requester_id,
			requester_org_id: deployment.requester_org_id,
			deployer_id: deployment.approved_at === null ? null : deployment.requester_id,
			new_build: build.is_first,
			tags: tags.map(({ written }) => written),
			build_size: build.size,
			build_date: build.completed_at,
			requested_at: deployment.requested_at,
			approved_at: deployment.approved_at,
			updated_at: deployment.updated_at,
		})),
	});
}

/** Writes the search documents of the stored world by the service's own code. */
export async function indexWorld(service: Service, world: GeneratedWorld): Promise<void> {
	for (const { id } of world.designs) await refreshDesignSearch(service.prisma, id);
}

async function storeDesigns(service: Service, world: GeneratedWorld): Promise<void> {
	const db = service.prisma;
	await db.design.createMany({
		data: world.designs.map(
			({
				id,
				name,
				type,
				status,
				owner_id: ownerId,
				owner_org_id: ownerOrgId,
				visibility_tags: visibilityTags,
				updated_at: updatedAt,
			}) => ({
				id,
				name: name.written,
				type,
				status,
				owner_id: ownerId,
				owner_org_id: ownerOrgId,
				visibility_tags: [...visibilityTags],
				created_at: updatedAt,
				updated_at: updatedAt,
			}),
		),
	});
	await db.designSet.createMany({
		data: world.designs.flatMap(({ id, sets }) =>
			sets.map(({ name, code }, position) => ({
				design_id: id,
				position,
				name: name.written,
				targeting_code: code.written,
			})),
		),
	});
	await db.designCollaborator.createMany({
		data: world.designs.flatMap(({ id, collaborators }) =>
			collaborators.map((entry) => ({
				...entry,
				design_id: id,
				type: entry.user_id === null ? ("org" as const) : ("user" as const),
			})),
		),
	});
	await db.build.createMany({
		data: world.builds.map(({ name, completed_at: completedAt, size, sets: _, ...build }) => ({
			...build,
			name: name.written,
			reason: "generated",
			...(build.status === "done"
				? { completed_at: completedAt, size, digest: "0".repeat(64), file_key: `builds/${build.id}` }
				: {}),
		})),
	});
	await db.buildSet.createMany({
		data: world.builds.flatMap(({ id, sets }) =>
			sets.map(({ name, code }, position) => ({
				build_id: id,
				set_id: randomUUID(),
				position,
				name: name.written,
				targeting_code: code.written,
			})),
		),
	});
	const recent = world.designs.filter(({ most_recent_build_id: mostRecentBuildId }) => mostRecentBuildId !== null);
	await db.$executeRaw`
		UPDATE designs SET most_recent_build_id = m.build_id
		FROM unnest(${recent.map(({ id }) => id)}::text[]::uuid[], ${recent.map((row) => row.most_recent_build_id)}::text[]::uuid[])
			AS m (design_id, build_id)
		WHERE designs.id = m.design_id`;
}
