import type { DesignAttributes } from "@/lib/domain/access/access";
import type { GeneratedWorld, WorldBuild, WorldDeployment, WorldDesign } from "./rows";
import type { BuildFacts, DeploymentFacts } from "./visibility";

/** What decides about a design of the world, read from its rows. */
export function designFacts(world: GeneratedWorld, design: WorldDesign): DesignAttributes {
	return {
		ownerId: design.ownerId,
		ownerOrgId: design.ownerOrgId,
		collaborators: design.collaborators,
		targetOrganizationIds: world.deployments
			.filter((row) => row.design.id === design.id)
			.map((row) => row.target.organizationId),
	};
}

/** What decides about a build of the world. */
export function buildFacts(world: GeneratedWorld, build: WorldBuild): BuildFacts {
	const design = world.designs.find((row) => row.id === build.designId);
	if (design === undefined) throw new Error("A build belongs to a design of its world.");
	return {
		design: designFacts(world, design),
		targetOrganizationIds: world.deployments
			.filter((row) => row.build.id === build.id)
			.map((row) => row.target.organizationId),
	};
}

/** What decides about a deployment of the world. */
export function deploymentFacts(world: GeneratedWorld, deployment: WorldDeployment): DeploymentFacts {
	const { status, requesterId, requesterOrgId, target, design } = deployment;
	return {
		status,
		requesterId,
		requesterOrgId,
		targetOrganizationId: target.organizationId,
		design: designFacts(world, design),
	};
}
