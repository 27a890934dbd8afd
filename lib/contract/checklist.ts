import { z } from "zod";
import { CHECKLIST_STEPS } from "./constants";
import { agentState } from "./deployment";
import { field } from "./field";
import { personRef } from "./person-ref";
import { text, timestamp } from "./primitives";
import type { ChecklistCode } from "./sentences/checklist";
import { described } from "./written-as";

export { CHECKLIST_STEPS } from "./constants";

export type ChecklistStepName = (typeof CHECKLIST_STEPS)[number];
export const CHECKLIST_CODES = [
	"built",
	"requested",
	"activated",
	"undecided",
	"question_open",
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

/** A step from a build to a loaded targeting file. */
export const checklistStep = z
	.strictObject({
		step: z.enum(CHECKLIST_STEPS).describe("The step."),
		state: z.enum(CHECKLIST_STATES).describe("State of the step."),
		code: z.enum(CHECKLIST_CODES).describe("Code of the step's state."),
		at: timestamp.nullable().describe("Time of the success or failure; for agents, of their last report."),
		by: text
			.nullable()
			.meta(described("E-mail of the actor, the rule that acted, or the agents.", "administrator@partner.example")),
		by_person: personRef.nullable().describe("The actor; null for agents, and for what the service did automatically."),
		message: text.meta(described("State of the step, in a sentence.", "Please by Monday.")),
		next: text.nullable().describe("Next action and its actor; null without one."),
		agents: z.array(agentState).describe("Reports of the agents on this step; empty for other steps."),
	})
	.meta({ id: "ChecklistStep", description: "A step from a build to a loaded targeting file." });
export type ChecklistStep = z.infer<typeof checklistStep>;

/** The steps that make a deployment live (`GET /api/deployments/<id>/checklist`). */
export const deploymentChecklist = z
	.strictObject({
		deployment_id: field.deployment_id,
		live: z.boolean().describe("Whether it is activated and an online agent reports it loaded."),
		summary: text.meta(described("The answer in one sentence.", "Live: loaded by 2 of 2 agents.")),
		steps: z.array(checklistStep).length(CHECKLIST_STEPS.length).describe("The steps, in their order."),
	})
	.meta({
		id: "DeploymentChecklist",
		description: "The steps that make a deployment live on its target.",
	});
export type DeploymentChecklist = z.infer<typeof deploymentChecklist>;
