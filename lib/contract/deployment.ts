import { z } from "zod";
import { comparableTexts } from "@/lib/rules/text/comparable-text";
import { ruleLine } from "./activation-rule";
import { activationWindow, overrideReason } from "./activation-window";
import { openQuestion } from "./comment";
import { ACTUAL_STATES, COMMENT_SIDES, DEPLOYMENT_STATUSES, LISTED_STATUSES } from "./constants";
import { contractSet } from "./design";
import { field } from "./field";
import { matchCounts } from "./match-counts";
import { asList, booleanParameter, textWithin } from "./parameters";
import { personRef } from "./person-ref";
import { count, digest, guid, integer, priceCpm, text, timestamp } from "./primitives";
import { DEPLOYMENT_STATUS } from "./status-terms";
import { deploymentTags } from "./tags";
import { described } from "./written-as";

export { ACTUAL_STATES, DEPLOYMENT_STATUSES, LISTED_STATUSES } from "./constants";

export const deploymentStatus = z.enum(DEPLOYMENT_STATUSES);
export type DeploymentStatus = z.infer<typeof deploymentStatus>;

const contractDeployment = {
	id: field.id,
	status: z.enum(LISTED_STATUSES).describe(DEPLOYMENT_STATUS),
	type: field.type,
	design_id: field.design_id,
	build_id: field.build_id,
	design_name: field.design_name,
	build_name: field.build_name,
	filesize: integer.meta(described("Bytes of the targeting file.", 48_213)),
	source: text.nullable().meta({ deprecated: true, description: "The first of `sources`.", examples: ["acme-mobile"] }),
	sources: z
		.array(z.string())
		.nullable()
		.meta(described("Slugs of the inventory sources used; null or absent for proximity designs.", ["acme-mobile"])),
	price_cpm: priceCpm,
	build_org: text.meta(described("Slug of the build requester's organization.", "acme")),
	build_org_id: guid.describe("Id of the build requester's organization."),
	builder: field.builder,
	requester: field.requester,
	deployer: text
		.nullable()
		.meta(described("E-mail of the user of the first activation.", "administrator@partner.example")),
	build_date: field.build_date,
	updated_at: field.updated_at,
	approved_at: timestamp.nullable().describe("Time of the first activation."),
	new_build: z.boolean().describe("Whether the build is the first of its design."),
	tags: text.meta(described("Comma-delimited tags.", "eu-west,large")),
	target: field.target,
	target_id: field.target_id,
	sets: z.array(contractSet).describe("The sets, in the design's order."),
};

/** A row of List Deployments (docs/contract.md, Deployment). */
export const deployment = z
	.strictObject(contractDeployment)
	.meta({ id: "Deployment", description: "A build on a deployment target, or the request for it." });
export type Deployment = z.infer<typeof deployment>;

/** The row that Activate answers (docs/contract.md, Approvals). */
export const activatedDeployment = z
	.strictObject({ ...contractDeployment, status: z.enum([...LISTED_STATUSES, "rejected"]).describe(DEPLOYMENT_STATUS) })
	.meta({
		id: "ActivatedDeployment",
		description: "As `Deployment`. A rejected one that further administrators must approve is `rejected` until then.",
	});
export type ActivatedDeployment = z.infer<typeof activatedDeployment>;

/** The report of an agent on a deployment. */
export const agentState = z
	.strictObject({
		agent: field.agent,
		state: z
			.enum(["pending", "downloading", "loaded", "failed", "refused"])
			.describe("State of the deployment on the agent."),
		error: field.error,
		silent: z.boolean().describe("Whether it has not reported for 30 seconds."),
		last_seen_at: field.last_seen_at,
	})
	.meta({ id: "AgentState", description: "Report of an agent on the deployment." });
export type AgentState = z.infer<typeof agentState>;

export const actualState = z
	.enum(ACTUAL_STATES)
	.describe(
		"`loaded`: by every online agent that takes it; `failed`: failed or refused by one of them; `pending`: neither yet; `no_agent`: no online agent takes it.",
	);
export type ActualState = z.infer<typeof actualState>;

/** Reports of the target's agents on an activated deployment, as numbers. */
export const agentCounts = {
	actual: actualState.nullable().describe("State on the agents; null unless activated."),
	agents_expected: integer.describe(
		"Number of the target's agents that should load it by its tags; 0 unless activated.",
	),
	agents_loaded: integer.describe("Number of online agents that report it loaded."),
	agents_failed: integer.describe("Number of online agents that report it failed or refused."),
};

/**
 * Another deployment of the same design on the same target, reduced to the fields that a decision
 * needs.
 */
export const otherDeployment = z.strictObject({
	id: field.id,
	build_id: field.build_id,
	filesize: integer.meta(described("Bytes of the targeting file.", 48_213)),
	build_date: field.build_date,
});
export type OtherDeployment = z.infer<typeof otherDeployment>;

/** The scheduled actions of a deployment, and the reason of the last one that failed. */
export const deploymentSchedule = z
	.strictObject({
		activate_at: timestamp.nullable().describe("Time of the scheduled activation; null without one."),
		deactivate_at: timestamp.nullable().describe("Time of the scheduled deactivation; null without one."),
		waits_for_window: z
			.boolean()
			.describe("Whether the activation waits because the target is closed for activations at its time."),
		opens_at: timestamp
			.nullable()
			.describe("With `waits_for_window`, when it runs; null where the target does not open within a year."),
		by: text
			.nullable()
			.meta(
				described("E-mail of the user of the pending schedule; null without one.", "administrator@partner.example"),
			),
		by_person: personRef.nullable().describe("The person behind `by`."),
		last_problem: z
			.strictObject({
				action: z.enum(["activate", "deactivate"]).describe("The action."),
				at: timestamp.describe("Scheduled time."),
				by: field.by,
				problem: text.meta(
					described("Reason for the failure, in a sentence.", "Another deployment of the design is activated there."),
				),
			})
			.nullable()
			.describe("Last failed action; null without one, and once the deployment has changed since."),
	})
	.meta({
		id: "DeploymentSchedule",
		description:
			"What an administrator wants done to a deployment at a time, and why the last such thing could not be done.",
	});
export type DeploymentSchedule = z.infer<typeof deploymentSchedule>;

/** The approvals of a decision that needs several administrators (docs/contract.md, Approvals). */
export const approvals = z
	.strictObject({
		action: z.enum(["activate", "delete"]).describe("The decision: to delete, for an activated deployment."),
		required: z.number().int().min(2).describe("Number of administrators that the target requires."),
		missing: count.describe("0 once an approved activation is scheduled."),
		given: z
			.array(
				z.strictObject({
					by: field.by,
					by_person: personRef.nullable().describe("The person behind `by`; null for one who is gone."),
					at: field.at,
				}),
			)
			.describe("Those that count, oldest first."),
		yours: z.boolean().describe("Whether the caller is among them."),
		activate_at: timestamp.nullable().describe("Time of activation that they approved; null: at once."),
		deactivate_at: timestamp.nullable().describe("Time of deactivation that they approved; null: never."),
	})
	.meta({ id: "Approvals", description: "Who has approved a decision that needs several administrators." });
export type Approvals = z.infer<typeof approvals>;

/** The times that a requester proposes (docs/contract.md, Schedules and expiry). */
export const proposedDates = z
	.strictObject({
		activate_at: timestamp.nullable().describe("Null: as soon as an administrator decides."),
		deactivate_at: timestamp.nullable().describe("Null: never."),
	})
	.meta({ id: "ProposedDates", description: "When the requester proposes to activate and to deactivate." });
export type ProposedDates = z.infer<typeof proposedDates>;

/**
 * A row of List Deployments with `detail=true`, and the deployment of the product API: every
 * internal status, messages, and the reports of agents.
 */
export const deploymentDetail = z
	.strictObject({
		...contractDeployment,
		status: deploymentStatus.describe(DEPLOYMENT_STATUS),
		revision: field.revision,
		message: field.message,
		status_reason: field.status_reason,
		build_reason: text.meta(described("Reason for the build request.", "Spring campaign, new shops added")),
		requested_at: field.requested_at,
		requester_org: field.requester_org,
		requester_org_name: field.requester_org_name,
		requester_person: personRef.nullable().describe("The requester by name."),
		deployer_person: personRef.nullable().describe("Of the first activation; null before it."),
		builder_person: field.builder_person,
		digest: digest.describe("SHA-256 of the targeting file."),
		replaces: otherDeployment
			.nullable()
			.describe("The activated deployment of the same design on the target, which an activation would replace."),
		rollback_to: otherDeployment
			.nullable()
			.describe("The deployment that `rollback` would activate again; null without one."),
		activated_at: timestamp.nullable().describe("Time of the last activation."),
		deactivated_at: timestamp.nullable().describe("Time of the last deactivation."),
		expires_at: timestamp
			.nullable()
			.describe("Time at which a pending request is cancelled with the reason `expired`; null: never."),
		open_question: openQuestion
			.nullable()
			.describe("The question that the pending request waits for; null: it waits for a decision."),
		schedule: deploymentSchedule.nullable().describe("Scheduled activation and deactivation; null without a schedule."),
		proposed: proposedDates
			.nullable()
			.describe("When the requester proposes to activate and to deactivate it; null: they named no time."),
		approvals: approvals
			.nullable()
			.describe("Null where one administrator may activate, or delete an active deployment."),
		window: activationWindow
			.nullable()
			.describe("Whether the target allows activations now; null without hours and freezes: always."),
		rules: z
			.array(ruleLine)
			.describe(
				"Verdicts of the target's activation rules, for its administrators; rules that the request meets come first.",
			),
		agents: z
			.array(agentState)
			.describe(
				"For an activated deployment, every agent that should load it; for others, the agents that still report it.",
			),
		...agentCounts,
		...matchCounts,
		permissions: z
			.strictObject({
				administer: z.boolean().describe("Activate, reject, deactivate, delete, tag and schedule it."),
				cancel: z.boolean().describe("Cancel the request."),
				activate_own: z
					.boolean()
					.describe(
						"False where the target's four-eyes rule forbids the caller to activate what they, or a credential that they issued, requested.",
					),
				comment_as: z
					.enum(COMMENT_SIDES)
					.nullable()
					.describe(
						"The side for which the caller comments: administrators ask, requesters answer; null: the caller may not.",
					),
			})
			.describe("The caller's permissions."),
	})
	.meta({
		id: "DeploymentDetail",
		description:
			"The deployment of the product API: every internal status, the words that were said, and what agents report.",
	});
export type DeploymentDetail = z.infer<typeof deploymentDetail>;

/**
 * Body of Cancel, and of Reject and Activate (whose `message` is an extension: docs/contract.md,
 * Management API).
 */
export const messageParameters = z.strictObject({
	message: textWithin(0, 2_000).optional().meta(described("Reason or note for the other party.", "Please by Monday.")),
});

/** Body of Activate. */
export const activateParameters = z.strictObject({
	message: messageParameters.shape.message.meta({ examples: ["Please by Monday."] }),
	as_proposed: booleanParameter
		.default(false)
		.describe(
			"`true`: at the times that the requester proposed. A future `activate_at` is scheduled, and the deployment stays as it is until then; else it is activated now. Its deactivation is scheduled for `deactivate_at`. Without proposed times, as `false`.",
		),
	override_reason: overrideReason,
});

/** Body of actions without parameters. */
export const noParameters = z.strictObject({});

/**
 * Body of Tag a Deployment: trimmed, without blanks and duplicates, in the given order
 * (docs/contract.md, Tags).
 */
export const tagParameters = z.strictObject({
	tags: asList(
		text
			.describe(
				"Comma-delimited: the whole list in place of all earlier tags; empty: none. At most 50 tags of 64 characters, none of them a control character; blanks around them and duplicates are dropped, accents are composed (NFC), and invisible characters left out.",
			)
			.meta({ examples: ["eu-west,large"] })
			.transform((value) => comparableTexts(value.split(",")))
			.pipe(deploymentTags),
	),
});
