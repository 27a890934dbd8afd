import type { DeploymentStatusFilter } from "@/lib/contract/build";
import { designVisibility } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { buildAttributes, deploymentAttributes, designAttributes } from "./attributes";
import type { GeneratedWorld, WorldBuild, WorldDeployment, WorldDesign } from "./rows";
import { buildVisible, deploymentVisibility, targetVisible } from "./visibility";
import { newestFirst } from "./world";

/** The visible part of a built design, from which a row of List Builds is made. */
export interface VisibleDesign {
	readonly id: string;
	readonly design: WorldDesign;
	/** Completed builds, newest first; at least one. */
	readonly builds: readonly [WorldBuild, ...WorldBuild[]];
	/** In a status of the contract. */
	readonly deployments: readonly WorldDeployment[];
}

/**
 * The designs of List Builds without filters: visible ones with at least one visible completed
 * build. Through a target a caller sees the builds deployed there only, and the newest of these is
 * the most recent build.
 */
export function builtDesigns(world: GeneratedWorld, principal: Principal): VisibleDesign[] {
	const listed = world.deployments.filter(
		(row) => deploymentVisibility(principal, deploymentAttributes(world, row)) === "listed",
	);
	return world.designs.flatMap((design) => {
		if (designVisibility(principal, designAttributes(world, design)) === "none") return [];
		const [newest, ...older] = world.builds
			.filter((build) => build.design_id === design.id && build.status === "done")
			.filter((build) => buildVisible(principal, buildAttributes(world, build)))
			.sort(newestFirst);
		if (newest === undefined) return [];
		const deployments = listed.filter((row) => row.design.id === design.id);
		return [{ id: design.id, design, builds: [newest, ...older] as const, deployments }];
	});
}

/**
 * `deployment_status` with `deployment_target`, read as follows (docs/contract.md, Deployment
 * status filter):
 *
 * - A design stays when at least one of the listed values holds for it.
 * - Only deployments in the caller's contract lists and on the named targets count. A slug names its
 *   target and all targets of its organization; an unknown slug names none.
 * - Every value except `undeployed` needs one such deployment; without `deployment_target` on any
 *   target.
 * - `undeployed` without `deployment_target`: there is no such deployment. With it: there is none on
 *   at least one named target that the caller sees, as its administrator or because it accepts their
 *   organization, or none on any target of at least one named organization with such a target. An
 *   invisible target counts as unknown.
 */
export function hasDeploymentStatus(
	world: GeneratedWorld,
	principal: Principal,
	{ design, deployments }: VisibleDesign,
	statuses: readonly DeploymentStatusFilter[],
	slugs: readonly string[] | undefined,
): boolean {
	const ownersNamed = world.organizations.filter(({ slug }) => slugs?.includes(slug)).map(({ id }) => id);
	const named = world.targets.filter(
		({ slug, organization_id: organizationId }) =>
			slugs === undefined || slugs.includes(slug) || ownersNamed.includes(organizationId),
	);
	const on = (targetId: string) => deployments.filter(({ target }) => target.id === targetId);
	return statuses.some((status) => {
		if (status !== "undeployed") return named.some(({ id }) => holdsOnTarget(world, design, on(id), status));
		if (slugs === undefined) return deployments.length === 0;
		const seen = named.filter((target) => targetVisible(principal, target));
		const owned = (owner: string) =>
			world.targets.filter(({ organization_id: organizationId }) => organizationId === owner);
		return (
			seen.some(({ id, slug }) => slugs.includes(slug) && on(id).length === 0) ||
			ownersNamed.some(
				(owner) =>
					seen.some(({ organization_id: organizationId }) => organizationId === owner) &&
					owned(owner).every(({ id }) => on(id).length === 0),
			)
		);
	});
}

function holdsOnTarget(
	world: GeneratedWorld,
	design: WorldDesign,
	deployments: readonly WorldDeployment[],
	status: Exclude<DeploymentStatusFilter, "undeployed">,
): boolean {
	switch (status) {
		case "requested_replacement":
			// Live deployments on one target have different builds.
			return (
				deployments.some((row) => row.status === "requested") && deployments.some((row) => row.status === "activated")
			);
		case "out_of_date": {
			// A deployment is superseded by the newest completed build of the design, even if the caller
			// does not see that build: the design's `most_recent_build` reveals it.
			const newest = world.builds.find(({ id }) => id === design.most_recent_build_id);
			const current = currentDeployment(deployments);
			return current !== undefined && newest !== undefined && current.build.completed_at < newest.completed_at;
		}
		default:
			return deployments.some((row) => row.status === status);
	}
}

/**
 * The current deployment of a design on one target: the activated one, else the newest requested,
 * else the newest deactivated; at the same millisecond the one with the higher id.
 */
function currentDeployment(deployments: readonly WorldDeployment[]): WorldDeployment | undefined {
	for (const status of ["activated", "requested", "deactivated"]) {
		const [newest] = deployments
			.filter((row) => row.status === status)
			.sort((a, b) => b.requested_at.getTime() - a.requested_at.getTime() || (a.id < b.id ? 1 : -1));
		if (newest !== undefined) return newest;
	}
	return undefined;
}
