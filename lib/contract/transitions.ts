import type { DEPLOYMENT_STATUSES, DESIGN_STATUSES } from "./constants";

type DeploymentStatus = (typeof DEPLOYMENT_STATUSES)[number];
type DesignStatus = (typeof DESIGN_STATUSES)[number];

/**
 * The transition tables of designs and deployments, which the server's guards, the pages and the
 * API's documentation read (docs/contract.md, States). Events are named as in the audit trail.
 */

/** The actor of an event. `editor` may edit the design; `administrator` administers the target. */
export type Cause = "editor" | "requester" | "administrator" | "operator" | "service";

interface Transition<Status extends string> {
	readonly by: Cause;
	readonly from: readonly Status[];
	/** Null: the status stays. `deleted`: the object is removed. */
	readonly to: Status | "deleted" | null;
}

const SETTLED = ["in_design", "rejected", "built"] as const;

/** The life of a design and of its build under way. */
export const DESIGN_TRANSITIONS = {
	edit: { by: "editor", from: SETTLED, to: null },
	request_build: { by: "editor", from: SETTLED, to: "requested" },
	start_build: { by: "service", from: ["requested"], to: "building" },
	complete_build: { by: "service", from: ["building"], to: "built" },
	reject_build: { by: "service", from: ["requested", "building"], to: "rejected" },
	fail_build: { by: "service", from: ["requested", "building"], to: "failed" },
	retry_build: { by: "operator", from: ["failed"], to: "requested" },
	abandon_build: { by: "operator", from: ["failed"], to: "rejected" },
	attach_external_build: { by: "operator", from: SETTLED, to: "built" },
} as const satisfies Record<string, Transition<DesignStatus>>;
export type DesignAction = keyof typeof DESIGN_TRANSITIONS;
/** Events that change the design's status. */
export type DesignMove = Exclude<DesignAction, "edit">;

const EVERY_STATUS = ["requested", "activated", "deactivated", "cancelled", "rejected"] as const;

/** The contract's actions on a deployment. */
export const DEPLOYMENT_TRANSITIONS = {
	activate: { by: "administrator", from: ["requested", "deactivated", "rejected"], to: "activated" },
	deactivate: { by: "administrator", from: ["activated"], to: "deactivated" },
	reject: { by: "administrator", from: ["requested"], to: "rejected" },
	cancel: { by: "requester", from: ["requested"], to: "cancelled" },
	tag: { by: "administrator", from: EVERY_STATUS, to: null },
	delete: { by: "administrator", from: EVERY_STATUS, to: "deleted" },
} as const satisfies Record<string, Transition<DeploymentStatus>>;
export type DeploymentAction = keyof typeof DEPLOYMENT_TRANSITIONS;

/** All events of a deployment, including those of the product API and of the service itself. */
export const DEPLOYMENT_STEPS = {
	...DEPLOYMENT_TRANSITIONS,
	rollback: { by: "administrator", from: ["activated"], to: "deactivated" },
	undo: { by: "administrator", from: ["activated", "rejected"], to: "requested" },
	schedule: { by: "administrator", from: ["requested", "activated", "deactivated", "rejected"], to: null },
	approve: { by: "administrator", from: ["requested", "deactivated", "rejected"], to: null },
	approve_also: { by: "administrator", from: ["requested", "deactivated", "rejected"], to: null },
	approve_delete: { by: "administrator", from: ["activated"], to: null },
	unschedule: { by: "administrator", from: EVERY_STATUS, to: null },
	ask: { by: "administrator", from: ["requested"], to: null },
	answer: { by: "requester", from: ["requested"], to: null },
	withdraw_question: { by: "administrator", from: ["requested"], to: null },
	schedule_failed: { by: "service", from: EVERY_STATUS, to: null },
	expire: { by: "service", from: ["requested"], to: "cancelled" },
} as const satisfies Record<string, Transition<DeploymentStatus>>;
export type DeploymentStep = keyof typeof DEPLOYMENT_STEPS;

/** Statuses of a live deployment: at most one per build and target. */
export const LIVE_STATUSES = ["requested", "activated", "deactivated"] as const satisfies readonly DeploymentStatus[];

/** Whether the status of a deployment allows a step. */
export function allows(step: DeploymentStep, status: DeploymentStatus): boolean {
	return (DEPLOYMENT_STEPS[step].from as readonly DeploymentStatus[]).includes(status);
}

/** Whether the status of a design allows an event. */
export function designAllows(event: DesignAction, status: DesignStatus): boolean {
	return (DESIGN_TRANSITIONS[event].from as readonly DesignStatus[]).includes(status);
}

/** The next statuses of a design. */
export const designFollowers = (status: DesignStatus): DesignStatus[] => followers(DESIGN_TRANSITIONS, status);

/** The next statuses of a deployment. */
export const deploymentFollowers = (status: DeploymentStatus): DeploymentStatus[] =>
	followers(DEPLOYMENT_STEPS, status);

function followers<Status extends string>(
	table: Readonly<Record<string, Transition<Status>>>,
	status: Status,
): Status[] {
	const next = Object.values(table).map(({ from, to }) => (from.includes(status) ? to : null));
	return [...new Set(next)].filter((to): to is Status => to !== null && to !== "deleted");
}
