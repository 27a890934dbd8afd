import { z } from "zod";
import { timeZone, weeklyHours } from "./activation-window";
import { DEPLOYMENT_STATUSES, RULE_MISSES, RULE_MODES, RULE_OUTCOMES } from "./constants";
import { field } from "./field";
import { nameWithin, oneOf, paging } from "./parameters";
import { personRef } from "./person-ref";
import { count, digest, guid, positive, text, timestamp } from "./primitives";
import { described } from "./written-as";

export type RuleMode = (typeof RULE_MODES)[number];
export type RuleOutcome = (typeof RULE_OUTCOMES)[number];

const mode = z
	.enum(RULE_MODES)
	.describe("`off`: does nothing; `dry_run`: records what it would have done; `active`: activates requests.");

const choices = {
	active_build: z.boolean().describe("A build of the same design is activated on the target."),
	no_warnings: z.boolean().describe("The preview warns of nothing."),
	same_targeting_codes: z.boolean().describe("The targeting codes are those of the activated build."),
	change_within_percent: z
		.number()
		.min(0, "must not be negative")
		.max(1_000, "must be 1000 at most")
		.nullable()
		.describe("Size and number of items differ from the activated build's by at most this; null: by anything."),
	daily_limit: z
		.number()
		.int()
		.min(1, "must be 1 at least")
		.max(10_000, "must be 10000 at most")
		.nullable()
		.describe("At most this many activations on a day of the time zone; null: any number."),
	hours: z
		.array(weeklyHours)
		.min(1, "must have at least one entry; null means always")
		.max(50, "must have at most 50 entries")
		.nullable()
		.describe("Hours in which it activates; null: always. The target's hours and freezes hold as well."),
	time_zone: timeZone.describe("Time zone of the day and of the hours, such as `Europe/Berlin`."),
};

/** The conditions of a rule, all of which must hold. */
export const ruleConditions = z
	.strictObject({
		...choices,
		organizations: z
			.array(z.strictObject({ id: field.id, slug: field.slug, name: field.name_of_organization }))
			.nullable()
			.describe("Organizations whose people's requests it activates; null: all."),
	})
	.meta({ id: "RuleConditions", description: "The conditions of an activation rule, all of which must hold." });
export type RuleConditions = z.infer<typeof ruleConditions>;

const wantedConditions = z
	.strictObject({
		active_build: choices.active_build.default(true),
		no_warnings: choices.no_warnings.default(true),
		same_targeting_codes: choices.same_targeting_codes.default(true),
		change_within_percent: choices.change_within_percent.default(20),
		organizations: z
			.array(z.string().max(63))
			.min(1, "must name at least one organization, or be null")
			.max(1_000)
			.nullable()
			.default(null)
			.describe("Slugs of organizations whose people's requests it activates; null: all."),
		hours: choices.hours.default(null),
		daily_limit: choices.daily_limit.default(null),
		time_zone: choices.time_zone.default("UTC"),
	})
	.refine(
		(one) =>
			one.active_build ||
			one.no_warnings ||
			one.same_targeting_codes ||
			one.change_within_percent !== null ||
			one.organizations !== null,
		"must have a condition about the request: a rule that activates everything is none",
	)
	.describe("All of them; those left out have their defaults.");
export type WantedConditions = z.infer<typeof wantedConditions>;

const name = nameWithin(1, 100).describe("Unique on its target.");

/** Body of `POST /api/targets/<id>/rules`. */
export const createRuleBody = z.strictObject({
	name: name.meta({ examples: ["Coffee shops Berlin"] }),
	conditions: wantedConditions,
});
export type CreateRule = z.infer<typeof createRuleBody>;

/** Body of `PATCH /api/targets/<id>/rules/<rule_id>`; absent fields stay as they are. */
export const editRuleBody = z
	.strictObject({
		name: name.optional().meta({ examples: ["Coffee shops Berlin"] }),
		conditions: wantedConditions.optional(),
		mode: mode.optional(),
	})
	.refine((fields) => Object.values(fields).some((value) => value !== undefined), "names no field to change")
	.refine(({ conditions, mode }) => conditions === undefined || mode === undefined, {
		path: ["mode"],
		message: "must be changed by a request of its own: other conditions begin with a dry run",
	});
export type EditRule = z.infer<typeof editRuleBody>;

/** A condition that did not hold, with its figures. */
export const ruleMiss = z
	.strictObject({
		code: z.enum(RULE_MISSES).describe("Code for programs."),
		message: text.meta(
			described("For people, to follow the name of the rule: `34% larger, limit 20%`.", "Please by Monday."),
		),
		figures: z.record(z.string(), z.unknown()).describe("Values in the message."),
	})
	.meta({ id: "RuleMiss", description: "A condition of an activation rule that did not hold." });
export type RuleMiss = z.infer<typeof ruleMiss>;

const misses = z.array(ruleMiss).describe("The conditions that did not hold; none where all did.");

/** The verdict of a rule on one deployment (docs/contract.md, Activation rules). */
export const ruleLine = z
	.strictObject({
		rule_id: guid.describe("Id of the activation rule."),
		name: field.name,
		mode,
		outcome: z
			.enum(RULE_OUTCOMES)
			.describe("`would_activate` of a dry run; `missed`: a condition did not hold when it was last looked at."),
		misses,
		at: timestamp.describe("When the rule last looked at the request."),
	})
	.meta({ id: "RuleLine", description: "Verdict of an activation rule on a deployment." });
export type RuleLine = z.infer<typeof ruleLine>;

/** Outcomes of a rule on the requests of the last 14 days. */
const ruleTotals = z
	.strictObject({
		since: timestamp.describe("From when on requests count: 14 days ago, or the first that can be known."),
		requests: count.describe("Number of requests that it looked at."),
		passed: count.describe("Number that it activated, or would have activated."),
		retrospective: count.describe(
			"Number that were decided on before the rule had its conditions: what was warned of then is not known.",
		),
		decided: z
			.strictObject({
				activated: count.meta(described("Activated since, also where they were deactivated later.", 3)),
				rejected: count.describe("Rejected."),
				cancelled: count.describe("Cancelled by the requester, or expired."),
				pending: count.describe("Pending still."),
			})
			.describe("Outcomes of the requests that it would have activated."),
		misses: z
			.array(
				z.strictObject({
					code: z.enum(RULE_MISSES).describe("Code for programs."),
					requests: count.describe("Number of requests that missed it."),
				}),
			)
			.describe("How often each condition was missed, the most frequent first."),
	})
	.meta({ id: "RuleTotals", description: "Outcomes of an activation rule on the requests of the last 14 days." });
export type RuleTotals = z.infer<typeof ruleTotals>;

/** An activation rule of a target, for its administrators. */
export const activationRule = z
	.strictObject({
		id: field.id,
		target_id: field.target_id,
		name: field.name,
		mode,
		conditions: ruleConditions,
		author: text.describe("E-mail of the rule's author: the user who last wrote its conditions or turned it on."),
		author_person: personRef,
		problem: text
			.nullable()
			.meta(
				described(
					"Why it can activate nothing, in words; null: it can.",
					"Another deployment of the design is activated there.",
				),
			),
		last_14_days: ruleTotals,
		created_at: field.created_at,
		updated_at: field.updated_at,
		revision: field.revision,
	})
	.meta({ id: "ActivationRule", description: "Activates requests on a target where all of its conditions hold." });
export type ActivationRule = z.infer<typeof activationRule>;

/** The verdict of a rule on a request. */
export const ruleVerdict = z
	.strictObject({
		deployment_id: field.deployment_id,
		design_name: field.design_name,
		requester: field.requester,
		requester_org_name: field.requester_org_name,
		deployment_status: z.enum(DEPLOYMENT_STATUSES).describe("The status that the deployment has now."),
		digest: digest.describe("SHA-256 of the targeting file."),
		outcome: z.enum(RULE_OUTCOMES).describe("As in the verdict on a deployment."),
		misses,
		retrospective: z.boolean().describe("Whether it was decided on before the rule had its conditions."),
		at: timestamp.describe("When it was judged; of a retrospective one, when the request was decided on."),
		rule_revision: positive.describe("The revision of the rule that judged it."),
	})
	.meta({ id: "RuleVerdict", description: "Verdict of an activation rule on a request." });
export type RuleVerdict = z.infer<typeof ruleVerdict>;

/** Parameters of `GET /api/targets/<id>/rules`. */
export const listRulesParameters = z.strictObject(paging);

/** Parameters of `GET /api/targets/<id>/rules/<rule_id>/verdicts`. */
export const listVerdictsParameters = z.strictObject({
	...paging,
	outcome: oneOf(RULE_OUTCOMES).optional().describe("Verdicts with this outcome alone."),
});
