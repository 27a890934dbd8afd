import { type DesignAttributes, designVisibility } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import type { GeneratedWorld, WorldBuild, WorldDeployment, WorldDesign } from "./rows";
import type { Text } from "./text";
import type { BuildAttributes, DeploymentAttributes } from "./visibility";
import { newestFirst } from "./world";

/** The attributes of a design that decide about access. */
export function designAttributes(world: GeneratedWorld, design: WorldDesign): DesignAttributes {
	return {
		owner_id: design.owner_id,
		owner_org_id: design.owner_org_id,
		collaborators: design.collaborators,
		targetOrganizationIds: world.deployments
			.filter((row) => row.design.id === design.id)
			.map((row) => row.target.organization_id),
	};
}

interface Searched {
	/** The words that `q` compares. */
	readonly words: readonly string[];
	readonly visibility_tags: readonly string[];
}

const wordsOf = (texts: readonly Text[], sets: WorldDesign["sets"]) =>
	[...texts, ...sets.flatMap(({ name, code }) => [name, code])].flatMap(({ words }) => words);

/**
 * The words by which a caller finds a design: those of its draft, or, through a target, those of
 * the newest build there, without tags.
 */
export function searchedDesign(world: GeneratedWorld, principal: Principal, design: WorldDesign): Searched {
	const texts = [design.name, design.ownerEmail];
	if (designVisibility(principal, designAttributes(world, design)) === "direct") {
		return { words: wordsOf(texts, design.sets), visibility_tags: design.visibility_tags };
	}
	const [newest] = world.deployments
		.filter((row) => row.design.id === design.id && row.target.organization_id === principal.organizationId)
		.map(({ build }) => build)
		.sort(newestFirst);
	return { words: wordsOf(texts, newest?.sets ?? []), visibility_tags: [] };
}

/** The words by which a caller finds a deployment: those of its build, and of a visible draft. */
export function searchedDeployment(world: GeneratedWorld, principal: Principal, row: WorldDeployment): Searched {
	const { design, build, target, tags } = row;
	const direct = designVisibility(principal, designAttributes(world, design)) === "direct";
	const sets = [...build.sets, ...(direct ? design.sets : [])];
	return {
		words: wordsOf([design.name, design.ownerEmail, build.name, target.name, ...tags], sets),
		visibility_tags: direct ? design.visibility_tags : [],
	};
}

/** The attributes of a build that decide about access. */
export function buildAttributes(world: GeneratedWorld, build: WorldBuild): BuildAttributes {
	const design = world.designs.find((row) => row.id === build.design_id);
	if (design === undefined) throw new Error("A build belongs to a design of its world.");
	return {
		design: designAttributes(world, design),
		targetOrganizationIds: world.deployments
			.filter((row) => row.build.id === build.id)
			.map((row) => row.target.organization_id),
	};
}

/** The attributes of a deployment that decide about access. */
export function deploymentAttributes(world: GeneratedWorld, deployment: WorldDeployment): DeploymentAttributes {
	const { status, requester_id: requesterId, requester_org_id: requesterOrgId, target, design } = deployment;
	return {
		status,
		requester_id: requesterId,
		requester_org_id: requesterOrgId,
		targetOrganizationId: target.organization_id,
		design: designAttributes(world, design),
	};
}
