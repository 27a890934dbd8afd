import type { DeploymentStatus } from "./deployment";
import type { DesignStatus } from "./design";

/**
 * The transition tables (specification, States and transitions; design.md section 5) as data: the server's guard, the
 * pages' buttons and the docs read the same ones.
 */

/** What a user does to a design that its status may forbid: the statuses from which each is allowed. */
export const DESIGN_ACTIONS = {
	edit: ["in_design", "rejected", "built"],
	request_build: ["in_design", "rejected", "built"],
} as const satisfies Record<string, readonly DesignStatus[]>;

export interface DeploymentTransition {
	readonly from: readonly DeploymentStatus[];
	/** Null: the deployment keeps its status. `deleted`: it is removed. */
	readonly to: DeploymentStatus | "deleted" | null;
}

export const DEPLOYMENT_TRANSITIONS = {
	activate: { from: ["requested", "deactivated", "rejected"], to: "activated" },
	deactivate: { from: ["activated"], to: "deactivated" },
	reject: { from: ["requested"], to: "rejected" },
	cancel: { from: ["requested"], to: "cancelled" },
	tag: { from: ["requested", "activated", "deactivated", "cancelled", "rejected"], to: null },
	delete: { from: ["requested", "activated", "deactivated", "cancelled", "rejected"], to: "deleted" },
} as const satisfies Record<string, DeploymentTransition>;
export type DeploymentAction = keyof typeof DEPLOYMENT_TRANSITIONS;

/** What the product API does with a deployment besides, by the statuses that each needs. */
export const DEPLOYMENT_STEPS = {
	...DEPLOYMENT_TRANSITIONS,
	rollback: { from: ["activated"], to: "deactivated" },
	schedule: { from: ["requested", "activated", "deactivated", "rejected"], to: null },
	unschedule: { from: ["requested", "activated", "deactivated", "cancelled", "rejected"], to: null },
} as const satisfies Record<string, DeploymentTransition>;
export type DeploymentStep = keyof typeof DEPLOYMENT_STEPS;

/** Statuses of a live deployment: at most one per build and target. */
export const LIVE_STATUSES = ["requested", "activated", "deactivated"] as const satisfies readonly DeploymentStatus[];

/** Whether a status allows an action. */
export function allows(action: DeploymentAction, status: DeploymentStatus): boolean {
	return (DEPLOYMENT_TRANSITIONS[action].from as readonly DeploymentStatus[]).includes(status);
}
