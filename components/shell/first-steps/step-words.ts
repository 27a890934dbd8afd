import { isolate } from "@/lib/rules/text/isolate";
import type { FirstSteps, StepName } from "./first-steps";

type Role = "designer" | "administrator" | "operator";

export const STEP_TITLES: Record<StepName, string> = {
	places: "Create a design with places",
	build: "Build its targeting file",
	target: "Create a target to deploy to",
	request: "Request its deployment",
	approve: "Approve the request",
	agent: "Run an agent that loads it",
	point: "Ask the agent for an answer",
};

/** Who takes a step that is not the reader's to take; null: the reader. */
export function otherActor(step: StepName, role: Role, { deployment, target, accepted }: FirstSteps): string | null {
	const partner = target === null ? "the target's organization" : target.org_name;
	switch (step) {
		case "target":
			return role === "designer" ? "an operator of the service, or a partner's administrator" : null;
		case "request":
			return role === "administrator" && !accepted && target !== null
				? "a designer of an organization that your target accepts"
				: null;
		case "approve":
		case "agent":
		case "point": {
			const mine = deployment?.permissions.administer ?? (role === "operator" || target?.administered === true);
			return mine || (role === "administrator" && target === null) ? null : `an administrator of ${partner}`;
		}
		default:
			return null;
	}
}

/** What came of a step that is done. */
export function outcomeOf(step: StepName, { designName, deployment, target }: FirstSteps): string {
	const where = isolate(deployment?.target ?? target?.name ?? "the target");
	switch (step) {
		case "places":
			return designName ?? "done";
		case "build":
			return "built";
		case "target":
			return where;
		case "request":
			return deployment === null ? "done" : `to ${where}, by ${isolate(deployment.requester)}`;
		case "approve":
			return `activated on ${where}`;
		case "agent":
			return `loaded by ${deployment?.agents.find(({ state }) => state === "loaded")?.agent ?? "an agent"}`;
		case "point":
			return "answered";
	}
}

/**
 * Where what came of a step is to be looked at; null where there is nothing that the reader may
 * open.
 */
export function placeOf(step: StepName, { designId, deployment, target }: FirstSteps): string | null {
	switch (step) {
		case "target":
		case "agent":
			return target?.administered === true ? `/targets/${target.id}` : null;
		case "request":
		case "approve":
		case "point":
			return deployment === null ? null : `/deployments/${deployment.id}`;
		default:
			return designId === null ? null : `/designs/${designId}`;
	}
}
