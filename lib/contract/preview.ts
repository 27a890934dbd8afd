import { z } from "zod";
import { deploymentSchedule, deploymentStatus, otherDeployment } from "./deployment";
import { designType, digest, guid, priceCpm, timestamp } from "./primitives";

const bytes = z.number().int();
const count = z.number().int().min(0);

/** Why an activation would be refused now: the status, a missing right, the target's four-eyes rule, or another deployment in the way. */
export const ACTIVATION_REFUSALS = ["state", "right", "four_eyes", "conflict"] as const;

/** What an administrator should know before they activate; `four_eyes` says that the caller may not, as it is their own request. */
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
	"scheduled",
	"replaced_schedule_ends",
] as const;
export const activationWarning = z
	.strictObject({
		code: z.enum(ACTIVATION_WARNINGS),
		message: z.string().describe("One sentence for people."),
	})
	.meta({ id: "ActivationWarning", description: "Something that is worth knowing before an activation." });
export type ActivationWarning = z.infer<typeof activationWarning>;

/** A build beside that of the deployment. */
const otherBuild = z.strictObject({ id: guid, filesize: bytes, build_date: timestamp });

const setOfBuild = {
	set_id: guid,
	set_name: z.string(),
	targeting_code: z.string(),
};
const countedSet = z.strictObject({ ...setOfBuild, items: count.describe("Geofences, or devices reached.") });

/** West, south, east, north. */
const bounds = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/** What activating a deployment would do now: a dry run of the same operation (design.md section 7). */
export const activationPreview = z
	.strictObject({
		deployment_id: guid,
		revision: z.number().int().min(1).describe("For `If-Match`."),
		digest: digest.describe("For `X-Build-Digest`."),
		status: deploymentStatus,
		type: designType,
		allowed: z.boolean().describe("Whether the caller may activate it now."),
		refusal: z
			.strictObject({ code: z.enum(ACTIVATION_REFUSALS), message: z.string() })
			.nullable()
			.describe("What activation would answer, when it is not allowed."),
		replaces: otherDeployment
			.extend({ digest, deactivate_at: timestamp.nullable().describe("When it was to be deactivated by schedule.") })
			.nullable()
			.describe("The activated deployment that would be deactivated."),
		size: z
			.strictObject({
				before: bytes.nullable(),
				after: bytes,
				change: bytes.nullable().describe("Bytes more (or fewer, when negative) than before."),
				compared_with: z
					.enum(["replaced", "previous_build"])
					.nullable()
					.describe("The build that it replaces, else the previous completed build that the caller sees."),
				build: otherBuild.nullable(),
			})
			.describe("Bytes of the targeting file."),
		memory: z
			.strictObject({
				capacity: bytes.nullable().describe("Null: not stated; then nothing is known to be free."),
				activated: bytes.describe("All activated deployments of the target."),
				requested: bytes.describe("All requests that wait for a decision on the target, this one included."),
				free_before: bytes.nullable(),
				free_after: bytes.nullable().describe("Negative when it does not fit."),
				agents_short_of_memory: z
					.array(z.string())
					.describe("Living agents whose own memory limit would not take it, as far as they report."),
			})
			.nullable()
			.describe("Bytes; null to who does not administer the target."),
		sets: z
			.strictObject({
				added: z.array(countedSet),
				removed: z.array(countedSet),
				changed: z.array(
					z.strictObject({
						...setOfBuild,
						items_before: count,
						items: count,
						name_before: z.string(),
						targeting_code_before: z.string(),
					}),
				),
				unchanged: count,
			})
			.describe("Against the build that `size` compares with; without one, all of them are added."),
		items: z
			.strictObject({ before: count.nullable(), after: count })
			.describe("Geofences, or the sum of the devices that each set reaches."),
		price_cpm: priceCpm,
		superseded_by: z
			.strictObject({
				build_id: guid.nullable().describe("Null where the caller does not see it."),
				build_date: timestamp,
			})
			.nullable()
			.describe("The newest completed build of the design, when it is newer than this one."),
		newer_request: z
			.strictObject({ id: guid, build_id: guid, requested_at: timestamp })
			.nullable()
			.describe("A newer request for another build of the design that waits on the target."),
		agents: z
			.strictObject({
				living: count,
				taking: count.describe("Living agents that would load it with its tags."),
				silent: count.describe("Agents that have not been heard from for 30 seconds."),
				silent_taking: count.describe("Of the silent ones, those that would load it with its tags."),
				to_load: count.describe(
					"Of what is activated already, how much living agents have not loaded yet, agent by agent.",
				),
				in_sync: z.boolean().describe("There are living agents, and each has loaded all that it should have loaded."),
			})
			.nullable()
			.describe("Null to who does not administer the target."),
		schedule: deploymentSchedule.nullable(),
		map: z
			.strictObject({
				design_id: guid,
				geofences_readable: z
					.boolean()
					.describe(
						"Whether the caller may read the design's current geofences, set by set; else bounds are all there is.",
					),
				bounds: bounds
					.nullable()
					.describe("Of all sets: west, south, east, north. Null where the build recorded none."),
				sets: z.array(
					countedSet.extend({
						bounds: bounds.nullable(),
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
				),
			})
			.nullable()
			.describe("Null for audience designs."),
		warnings: z.array(activationWarning),
	})
	.meta({
		id: "ActivationPreview",
		description: "What activating a deployment would do now: a dry run of the same operation.",
	});
export type ActivationPreview = z.infer<typeof activationPreview>;
