import { type DesignAttributes, designVisibility } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import type { GeneratedWorld, WorldBuild, WorldDeployment, WorldDesign } from "./rows";
import type { Text } from "./text";
import type { BuildAttributes, DeploymentAttributes } from "./visibility";
import { newestFirst } from "./world";

/** The attributes of a design that decide about access. */
export function designAttributes(world: GeneratedWorld, design: WorldDesign): DesignAttributes {
	return {
		ownerId: design.ownerId,
		ownerOrgId: design.ownerOrgId,
		collaborators: design.collaborators,
		targetOrganizationIds: world.deployments
			.filter((row) => row.design.id === design.id)
			.map((row) => row.target.organizationId),
	};
}

interface Searched {
	/** The words that `q` compares. */
	readonly words: readonly string[];
	readonly visibilityTags: readonly string[];
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
		return { words: wordsOf(texts, design.sets), visibilityTags: design.visibilityTags };
	}
	const [newest] = world.deployments
		.filter((row) => row.design.id === design.id && row.target.organizationId === principal.organizationId)
		.map(({ build }) => build)
		.sort(newestFirst);
	return { words: wordsOf(texts, newest?.sets ?? []), visibilityTags: [] };
}

/** The words by which a caller finds a deployment: those of its build, and of a visible draft. */
export function searchedDeployment(world: GeneratedWorld, principal: Principal, row: WorldDeployment): Searched {
	const { design, build, target, tags } = row;
	const direct = designVisibility(principal, designAttributes(world, design)) === "direct";
	const sets = [...build.sets, ...(direct ? design.sets : [])];
	return {
		words: wordsOf([design.name, design.ownerEmail, build.name, target.name, ...tags], sets),
		visibilityTags: direct ? design.visibilityTags : [],
	};
}

/** The attributes of a build that decide about access. */
export function buildAttributes(world: GeneratedWorld, build: WorldBuild): BuildAttributes {
	const design = world.designs.find((row) => row.id === build.designId);
	if (design === undefined) throw new Error("A build belongs to a design of its world.");
	return {
		design: designAttributes(world, design),
		targetOrganizationIds: world.deployments
			.filter((row) => row.build.id === build.id)
			.map((row) => row.target.organizationId),
	};
}

/** The attributes of a deployment that decide about access. */
export function deploymentAttributes(world: GeneratedWorld, deployment: WorldDeployment): DeploymentAttributes {
	const { status, requesterId, requesterOrgId, target, design } = deployment;
	return {
		status,
		requesterId,
		requesterOrgId,
		targetOrganizationId: target.organizationId,
		design: designAttributes(world, design),
	};
}
