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
		data: world.users.map(({ email, ...user }) => ({ ...user, email: email.written, emailKey: email.written })),
	});
	await db.target.createMany({
		data: world.targets.map(({ id, organizationId, slug, name, type }) => ({
			id,
			organizationId,
			slug,
			name: name.written,
			type,
		})),
	});
	await db.targetAcceptedOrganization.createMany({
		data: world.targets.flatMap(({ id, acceptedOrganizationIds }) =>
			acceptedOrganizationIds.map((organizationId) => ({ targetId: id, organizationId })),
		),
	});
	await storeDesigns(service, world);
	await db.deployment.createMany({
		data: world.deployments.map(({ design, build, target, tags, ...deployment }) => ({
			id: deployment.id,
			designId: design.id,
			buildId: build.id,
			targetId: target.id,
			type: design.type,
			status: deployment.status,
			requesterId: deployment.requesterId,
			requesterOrgId: deployment.requesterOrgId,
			deployerId: deployment.approvedAt === null ? null : deployment.requesterId,
			newBuild: build.isFirst,
			tags: tags.map(({ written }) => written),
			buildSize: build.size,
			buildDate: build.completedAt,
			requestedAt: deployment.requestedAt,
			approvedAt: deployment.approvedAt,
			updatedAt: deployment.updatedAt,
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
		data: world.designs.map(({ id, name, type, status, ownerId, ownerOrgId, visibilityTags, updatedAt }) => ({
			id,
			name: name.written,
			type,
			status,
			ownerId,
			ownerOrgId,
			visibilityTags: [...visibilityTags],
			createdAt: updatedAt,
			updatedAt,
		})),
	});
	await db.designSet.createMany({
		data: world.designs.flatMap(({ id, sets }) =>
			sets.map(({ name, code }, position) => ({
				designId: id,
				position,
				name: name.written,
				targetingCode: code.written,
			})),
		),
	});
	await db.designCollaborator.createMany({
		data: world.designs.flatMap(({ id, collaborators }) =>
			collaborators.map((entry) => ({
				...entry,
				designId: id,
				type: entry.userId === null ? ("org" as const) : ("user" as const),
			})),
		),
	});
	await db.build.createMany({
		data: world.builds.map(({ name, completedAt, size, sets: _, ...build }) => ({
			...build,
			name: name.written,
			reason: "generated",
			...(build.status === "done" ? { completedAt, size, digest: "0".repeat(64), fileKey: `builds/${build.id}` } : {}),
		})),
	});
	await db.buildSet.createMany({
		data: world.builds.flatMap(({ id, sets }) =>
			sets.map(({ name, code }, position) => ({
				buildId: id,
				setId: randomUUID(),
				position,
				name: name.written,
				targetingCode: code.written,
			})),
		),
	});
	const recent = world.designs.filter(({ mostRecentBuildId }) => mostRecentBuildId !== null);
	await db.$executeRaw`
		UPDATE designs SET most_recent_build_id = m.build_id
		FROM unnest(${recent.map(({ id }) => id)}::text[]::uuid[], ${recent.map((row) => row.mostRecentBuildId)}::text[]::uuid[])
			AS m (design_id, build_id)
		WHERE designs.id = m.design_id`;
}
