import { z } from "zod";
import { CHECKLIST_STEPS } from "./constants";
import { agentState } from "./deployment";
import { guid, timestamp } from "./primitives";
import type { ChecklistCode } from "./sentences/checklist";

export { CHECKLIST_STEPS } from "./constants";

export type ChecklistStepName = (typeof CHECKLIST_STEPS)[number];
export const CHECKLIST_CODES = [
	"built",
	"requested",
	"activated",
	"undecided",
	"deactivated",
	"rejected",
	"cancelled",
	"expired",
	"no_agent_reported",
	"for_agents",
	"for_no_agent",
	"not_to_be_activated",
	"not_activated",
	"taken_by_no_agent",
	"agents_silent",
	"refused_before_download",
	"download_failed",
	"downloaded",
	"downloading",
	"download_not_begun",
	"load_refused",
	"load_failed",
	"loaded",
	"loading",
] as const satisfies readonly ChecklistCode[];
export const CHECKLIST_STATES = ["done", "waiting", "failed", "not_applicable"] as const;

/** One step on the way from a build to answers of the agents. */
export const checklistStep = z
	.strictObject({
		step: z.enum(CHECKLIST_STEPS),
		state: z.enum(CHECKLIST_STATES),
		code: z.enum(CHECKLIST_CODES).describe("What is so, for programs."),
		at: timestamp.nullable().describe("When it was done, or failed; of agents when they last reported it."),
		by: z.string().nullable().describe("Who did it: an e-mail, or the agents."),
		message: z.string().describe("What is so, in a sentence."),
		next: z.string().nullable().describe("What comes next and who can do it; null where nothing is to be done."),
		agents: z.array(agentState).describe("What agents report of this step; empty where it is not theirs."),
	})
	.meta({ id: "ChecklistStep", description: "One step on the way from a build to answers of the agents." });
export type ChecklistStep = z.infer<typeof checklistStep>;

/** Why a campaign is live on a target, or is not (`GET /api/deployments/<id>/checklist`). */
export const deploymentChecklist = z
	.strictObject({
		deployment_id: guid,
		live: z.boolean().describe("At least one living agent reports it loaded while it is activated."),
		summary: z.string().describe("The answer in one sentence."),
		steps: z.array(checklistStep).length(CHECKLIST_STEPS.length),
	})
	.meta({
		id: "DeploymentChecklist",
		description: "Why a campaign is live on a target, or is not (`GET /api/deployments/<id>/checklist`).",
	});
export type DeploymentChecklist = z.infer<typeof deploymentChecklist>;
