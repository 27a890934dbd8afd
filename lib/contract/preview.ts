import { z } from "zod";
import { ruleLine } from "./activation-rule";
import { activationWindow } from "./activation-window";
import { deploymentSchedule, deploymentStatus, otherDeployment } from "./deployment";
import { field } from "./field";
import { nearPlace } from "./found-place";
import { sensitivePlaces } from "./place";
import { count, digest, guid, integer, positive, priceCpm, text, timestamp } from "./primitives";
import { DEPLOYMENT_STATUS } from "./status-terms";
import { described } from "./written-as";

const bytes = integer;

/**
 * The reasons for refusing an activation: the status, a missing right, the target's four-eyes rule,
 * a conflicting deployment, sensitive places, or that the caller has approved it already.
 */
export const ACTIVATION_REFUSALS = ["state", "right", "four_eyes", "conflict", "places", "approved"] as const;

/**
 * Warnings before an activation; `four_eyes` means that the caller may not activate their own
 * request.
 */
export const ACTIVATION_WARNINGS = [
	"abnormally_large",
	"superseded",
	"newer_request",
	"target_not_in_sync",
	"no_living_agent",
	"silent_agents",
	"not_tagged_for_agents",
	"exceeds_memory",
	"four_eyes",
	"outside_window",
	"scheduled",
	"replaced_schedule_ends",
	"sensitive_places",
	"places_not_compared",
] as const;
export const activationWarning = z
	.strictObject({
		code: z.enum(ACTIVATION_WARNINGS).describe("Code for programs."),
		message: text.meta(described("One sentence for people.", "Please by Monday.")),
	})
	.meta({ id: "ActivationWarning", description: "A warning before an activation." });
export type ActivationWarning = z.infer<typeof activationWarning>;

/** The checks before an activation, each with its warnings (sentences/activation-checks.ts). */
export const ACTIVATION_CHECKS = [
	"decider",
	"memory",
	"agents",
	"size",
	"build",
	"window",
	"schedule",
	"places",
] as const;
export const activationCheck = z
	.strictObject({
		code: z.enum(ACTIVATION_CHECKS).describe("Code for programs."),
		state: z.enum(["ok", "info", "warn", "bad"]).describe("State of the deployment on the agent."),
		words: text.describe("A few words, such as `fits memory` or `2.2 times larger`."),
		message: text
			.nullable()
			.meta(described("Further sentences with details; null where the words are enough.", "Please by Monday.")),
		warnings: z.array(z.enum(ACTIVATION_WARNINGS)).describe("The warnings that it answers for."),
	})
	.meta({ id: "ActivationCheck", description: "A check before an activation, and what came of it." });
export type ActivationCheck = z.infer<typeof activationCheck>;

/** Another build for comparison. */
const otherBuild = z.strictObject({
	id: field.id,
	filesize: bytes.meta(described("Bytes of the targeting file.", 48_213)),
	build_date: field.build_date,
});

const setOfBuild = {
	set_id: field.set_id,
	set_name: field.set_name,
	targeting_code: field.targeting_code,
};
const countedSet = z.strictObject({
	...setOfBuild,
	items: count.meta(described("Number of geofences, or of devices reached.", 120)),
});

/** West, south, east, north. */
const bounds = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/** A dry run of activating a deployment now (docs/contract.md, Activation). */
export const activationPreview = z
	.strictObject({
		deployment_id: field.deployment_id,
		revision: positive.meta(described("Value for `If-Match`.", 3)),
		digest: digest.describe("Value for `X-Build-Digest`."),
		status: deploymentStatus.describe(DEPLOYMENT_STATUS),
		type: field.type,
		allowed: z
			.boolean()
			.describe("Whether the caller may activate it now; outside of the target's window with an `override_reason`."),
		refusal: z
			.strictObject({
				code: z.enum(ACTIVATION_REFUSALS).describe("Code for programs."),
				message: text.meta(described("Reason, in one sentence.", "the deployment is activated already")),
			})
			.nullable()
			.describe("Error of an activation that is not allowed."),
		replaces: otherDeployment
			.extend({
				digest: digest.describe("SHA-256 of the targeting file."),
				deactivate_at: timestamp.nullable().describe("Time of its scheduled deactivation."),
			})
			.nullable()
			.describe("The activated deployment that would be deactivated."),
		size: z
			.strictObject({
				before: bytes.nullable().meta(described("Value before; null without one.", 118)),
				after: bytes.meta(described("Value after.", 120)),
				change: bytes.nullable().describe("Difference in bytes from before."),
				compared_with: z
					.enum(["replaced", "previous_build"])
					.nullable()
					.describe("The replaced build, else the previous completed build that the caller sees."),
				build: otherBuild.nullable().describe("The build for comparison."),
			})
			.describe("Size of the targeting file in bytes."),
		memory: z
			.strictObject({
				capacity: bytes.nullable().describe("Null: unknown, as is the free memory."),
				activated: bytes.meta(described("All activated deployments of the target.", 3)),
				requested: bytes.meta(described("All requests that wait for a decision on the target, this one included.", 1)),
				free_before: bytes
					.nullable()
					.meta(described("Free bytes on the target before; null for an unknown capacity.", 500_000_000)),
				free_after: bytes.nullable().describe("Negative if it does not fit."),
				agents_short_of_memory: z.array(z.string()).describe("Online agents whose reported memory limit is too small."),
			})
			.nullable()
			.describe("Bytes; null if the caller does not administer the target."),
		sets: z
			.strictObject({
				added: z.array(countedSet).describe("Added sets."),
				removed: z.array(countedSet).describe("Removed sets."),
				changed: z
					.array(
						z.strictObject({
							...setOfBuild,
							items_before: count.meta(described("Number of geofences, or of devices reached, before.", 118)),
							items: count.meta(described("Number of geofences, or of devices reached.", 120)),
							name_before: text.meta(described("Previous name.", "Center")),
							targeting_code_before: text.meta(described("Previous targeting code.", "CENTER")),
						}),
					)
					.describe("Sets with changed contents, name or code."),
				unchanged: count.meta(described("Number of unchanged sets.", 1)),
			})
			.describe("Differences from the build that `size` compares with; without one, all sets are added."),
		items: z
			.strictObject({
				before: count.nullable().meta(described("Value before; null without one.", 118)),
				after: count.meta(described("Value after.", 120)),
			})
			.describe("Number of geofences, or the sum of the devices that each set reaches."),
		price_cpm: priceCpm,
		price_cpm_before: priceCpm.describe("Price of the build that `size` compares with; null without one."),
		superseded_by: z
			.strictObject({
				build_id: guid.nullable().describe("Null if the caller does not see it."),
				build_date: field.build_date,
			})
			.nullable()
			.describe("The newest completed build of the design, if it is newer than this one."),
		newer_request: z
			.strictObject({ id: field.id, build_id: field.build_id, requested_at: field.requested_at })
			.nullable()
			.describe("A newer pending request for another build of the design on the target."),
		agents: z
			.strictObject({
				living: field.living,
				taking: count.describe("Number of online agents that would load it by its tags."),
				silent: count.describe("Number of agents without a report for 30 seconds."),
				silent_taking: count.describe("Number of offline agents that would load it by its tags."),
				to_load: count.describe(
					"Of what has been activated for 30 seconds, how much online agents have not loaded yet, agent by agent.",
				),
				loading: count.describe("Of what was activated later, how much they have not loaded yet: no reason to wait."),
				in_sync: z
					.boolean()
					.describe("Whether there are online agents and nothing is left to load for longer than 30 seconds."),
			})
			.nullable()
			.describe("Null if the caller does not administer the target."),
		schedule: deploymentSchedule.nullable().describe("Scheduled activation and deactivation; null without a schedule."),
		window: activationWindow
			.nullable()
			.describe("Whether the target allows activations now; null without hours and freezes: always."),
		sensitive_places: sensitivePlaces
			.nullable()
			.describe("Null: not known, as the geofences are not kept here or were not compared yet."),
		map: z
			.strictObject({
				design_id: field.design_id,
				geofences_readable: z
					.boolean()
					.describe(
						"Whether the caller may read the design's current geofences, set by set; else bounds are all there is.",
					),
				bounds: bounds
					.nullable()
					.describe("Extent of all sets: west, south, east, north; null if the build has recorded none."),
				near: nearPlace.nullable().describe("The place near the middle of `bounds`; null without one."),
				bounds_before: bounds
					.nullable()
					.describe("Extent of the build that would be replaced; null without one, or if it has recorded none."),
				sets: z
					.array(
						countedSet.extend({
							bounds: bounds.nullable().describe("West, south, east, north in degrees; null without geofences."),
							as_built: z
								.boolean()
								.describe(
									"Whether the design's current geofences of the set are those of the build; false where unknown.",
								),
							readable: z
								.boolean()
								.describe(
									"Whether `GET /api/deployments/<id>/sets/<set_id>/geofences` answers the caller with the geofences of the build.",
								),
						}),
					)
					.describe("Each set with its location."),
			})
			.nullable()
			.describe("Null for audience designs."),
		warnings: z.array(activationWarning).describe("Warnings to read before the decision."),
		checks: z.array(activationCheck).describe("All checks in the order of display, including those that passed."),
		rules: z.array(ruleLine).describe("As of the deployment."),
	})
	.meta({
		id: "ActivationPreview",
		description: "A dry run of activating a deployment now.",
	});
export type ActivationPreview = z.infer<typeof activationPreview>;
