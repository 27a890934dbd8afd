import { z } from "zod";
import { BUILD_SORTS, DEPLOYMENT_STATUS_FILTERS } from "./constants";
import { agentCounts } from "./deployment";
import { field } from "./field";
import {
	commaList,
	commaListOf,
	designTypeFilter,
	guidParameter,
	oneOf,
	order,
	paging,
	searchQuery,
	textWithin,
	visibilityFilter,
	wholeNumber,
} from "./parameters";
import { digest, guid, integer, priceCpm, text, timestamp } from "./primitives";
import { plannedActivation, scheduledTime } from "./schedule";
import { DEPLOYMENT_STATUS } from "./status-terms";
import { described } from "./written-as";

export { DEPLOYMENT_STATUS_FILTERS } from "./constants";

export const BUILD_STATUSES = ["requested", "building", "done", "rejected", "failed"] as const;
export const buildStatus = z.enum(BUILD_STATUSES);
export type BuildStatus = z.infer<typeof buildStatus>;

/** An element of `builds` in a build-list row; audience builds alone have the inventory fields. */
export const contractBuild = z
	.strictObject({
		id: field.id,
		name: text.meta(described("Name of the design when the build was first generated.", "Coffee shops Berlin")),
		status: z.literal("DONE").describe("Always `completed`: other builds are not listed."),
		size: field.size,
		requested_at: field.requested_at,
		build_date: field.build_date,
		builder: field.builder,
		source: text
			.nullable()
			.optional()
			.meta({ deprecated: true, description: "The first of `sources`.", examples: ["acme-mobile"] }),
		sources: z
			.array(z.string())
			.optional()
			.meta(described("Slugs of the inventory sources used; null or absent for proximity designs.", ["acme-mobile"])),
		audience_index_version: timestamp.nullable().optional().describe("Processing time of the inventory data in use."),
		price_cpm: priceCpm,
	})
	.meta({
		id: "Build",
		description: "A completed build of a design. Builds of audience designs alone have the inventory fields.",
	});
export type ContractBuild = z.infer<typeof contractBuild>;

export const buildListDeployment = z
	.strictObject({
		id: field.id,
		target: field.target,
		target_id: field.target_id,
		status: z.enum(["activated", "deactivated", "requested"]).describe(DEPLOYMENT_STATUS),
		build_id: field.build_id,
	})
	.meta({ id: "BuildListDeployment", description: "Summary of a deployment of the design." });

/** A row of List Builds, one per built design (docs/contract.md, Build). */
export const buildListRow = z
	.strictObject({
		id: guid.describe("Id of the design."),
		type: field.type,
		name: field.name,
		owner: text.meta(described("E-mail of the owner.", "designer@acme.example")),
		builds: z.array(contractBuild).describe("Its completed builds, newest first."),
		deployments: z.array(buildListDeployment).describe("Its listed deployments that the caller sees."),
		last_build_id: guid.describe("Id of the newest completed build."),
		last_build_name: text.meta(described("Name of the newest completed build.", "Coffee shops Berlin")),
		last_build_builder: text.meta(
			described("E-mail of the requester of the newest completed build.", "designer@acme.example"),
		),
		last_build_date: timestamp.describe("Completion time of the newest completed build."),
		last_build_source: text
			.nullable()
			.meta({ deprecated: true, description: "The first of `sources`.", examples: ["acme-mobile"] }),
		last_build_sources: z
			.array(z.string())
			.nullable()
			.meta(described("Inventory sources of the newest completed build; null for proximity designs.", ["acme-mobile"])),
		last_build_size: integer.meta(described("Bytes of the newest targeting file.", 48_213)),
		last_build_audience_index_version: timestamp
			.nullable()
			.describe("Processing time of that build's inventory data; null for proximity designs."),
	})
	.meta({ id: "BuildListRow", description: "A built design with its builds and their deployments." });
export type BuildListRow = z.infer<typeof buildListRow>;

/** A row of List Builds with `detail=true`. */
export const buildListDetail = z
	.strictObject({
		...buildListRow.shape,
		owner_person: field.owner_person,
		deployments: z
			.array(
				z.strictObject({ ...buildListDeployment.shape, ...agentCounts, schedule: plannedActivation }).meta({
					id: "BuildListDeploymentDetail",
					description: "Deployment of the design and its state on the agents.",
				}),
			)
			.describe("Its listed deployments that the caller sees."),
		permissions: z
			.strictObject({
				request_deployment: z.boolean().describe("Whether the caller may request a deployment of the builds."),
			})
			.describe("The caller's permissions."),
	})
	.meta({ id: "BuildListDetail", description: "Row of List Builds with `detail=true`." });
export type BuildListDetail = z.infer<typeof buildListDetail>;

/** The difference of a set from the previous completed build. */
export const setDifference = z
	.strictObject({
		set_id: field.set_id,
		set_name: field.set_name,
		targeting_code: field.targeting_code,
		change: z
			.enum(["added", "removed", "changed", "unchanged"])
			.describe("`changed`: another name, code or count, or other geofences."),
		items_before: integer
			.nullable()
			.meta(described("Number of geofences, or of devices reached; null for an added set.", 118)),
		items_after: integer.nullable().meta(described("Null for a removed set.", 120)),
		items_added: integer.nullable().describe("Number of new geofences; null where unknown, as for audiences."),
		items_removed: integer.nullable().describe("Number of removed geofences; null where unknown."),
	})
	.meta({ id: "SetDifference", description: "Difference of a set from the previous completed build." });
export type SetDifference = z.infer<typeof setDifference>;

/** The differences of a completed build from the previous one. */
export const buildDifferences = z
	.strictObject({
		previous_build_id: guid.describe("Id of the completed build for comparison."),
		size_change: integer.describe("Bytes."),
		items_before: integer.meta(described("Number of geofences, or of devices reached, before.", 118)),
		items_after: integer.meta(described("Number of geofences, or of devices reached, after.", 120)),
		sets_added: integer.describe("Number of added sets."),
		sets_removed: integer.describe("Number of removed sets."),
		sets_changed: integer.describe("Number of sets with a changed name, code or count."),
		sets: z.array(setDifference).describe("Sets in the order of this build, then the removed ones."),
	})
	.meta({ id: "BuildDifferences", description: "Differences of a completed build from the previous one." });
export type BuildDifferences = z.infer<typeof buildDifferences>;

/** A build in any status, with its progress, reasons and differences. */
export const buildDetail = z
	.strictObject({
		id: field.id,
		design_id: field.design_id,
		name: text.meta(described("Name of the design when the build was first generated.", "Coffee shops Berlin")),
		type: field.type,
		status: buildStatus.describe("Status of the build."),
		reason: field.reason,
		status_reason: field.status_reason,
		builder: field.builder,
		builder_person: field.builder_person,
		requested_at: field.requested_at,
		started_at: timestamp.nullable().describe("Time of the start; null before."),
		completed_at: timestamp.nullable().describe("Time of the end; null before."),
		duration_seconds: z.number().nullable().meta(described("Duration in seconds; null before the end.", 1.4)),
		phase: text.nullable().meta(described("Current phase of the work; null while no work runs.", "writing")),
		percent: z.number().int().min(0).max(100).meta(described("Progress in percent.", 100)),
		attempts: integer.meta(described("Number of attempts.", 1)),
		size: integer.nullable().meta(described("Bytes of the targeting file.", 48_213)),
		digest: digest.nullable().describe("SHA-256 of the targeting file."),
		sources: z
			.array(z.string())
			.meta(described("Slugs of the inventory sources used; null or absent for proximity designs.", ["acme-mobile"])),
		audience_index_version: timestamp.nullable().describe("Processing time of the inventory data in use."),
		price_cpm: priceCpm,
		is_first: z.boolean().describe("Whether it is the first completed build of its design."),
		sets: z
			.array(
				z.strictObject({
					set_id: field.set_id,
					set_name: field.set_name,
					targeting_code: field.targeting_code,
					item_count: integer.meta(described("Number of geofences, or of devices reached.", 120)),
				}),
			)
			.describe("The sets, in the design's order."),
		external: z.boolean().describe("Whether the targeting file was uploaded, not built by the service."),
		differences: buildDifferences
			.nullable()
			.describe("Differences from the previous completed build that the caller sees; null without one."),
		permissions: z
			.strictObject({
				download: z.boolean().describe("Download the targeting file."),
				request_deployment: z.boolean().describe("Request deployment of the build."),
				retry: z.boolean().describe("Whether the caller's role allows it; the build must also have failed."),
				reject: z.boolean().describe("Abandon the failed build."),
			})
			.describe("The caller's permissions."),
		revision: integer.meta(
			described("Increases with every change. Send it as `If-Match` to write only if nothing has changed since.", 3),
		),
	})
	.meta({ id: "BuildDetail", description: "A build in any status, with its progress, reasons and differences." });
export type BuildDetail = z.infer<typeof buildDetail>;

export type DeploymentStatusFilter = (typeof DEPLOYMENT_STATUS_FILTERS)[number];

/** Parameters of List Builds. */
export const listBuildsParameters = z
	.strictObject({
		...paging,
		order,
		q: searchQuery.optional(),
		type: designTypeFilter.optional(),
		visibility: visibilityFilter.optional(),
		deployment_status: commaListOf(DEPLOYMENT_STATUS_FILTERS)
			.describe(
				"Comma-delimited. `activated`, `deactivated`, `requested`: has such a deployment on the target. `requested_replacement`: a requested one that, if activated, replaces another. `out_of_date`: the target's build is superseded by a newer one. `undeployed`: none on the target, or on any target of the organization. Without `deployment_target` every target that the caller sees counts.",
			)
			.optional(),
		deployment_target: commaList
			.describe(
				"Comma-delimited slugs of targets or of their organizations, to which `deployment_status` applies; no effect without it.",
			)
			.optional(),
		min_size: wholeNumber(0)
			.optional()
			.describe("Smallest size of the newest build's targeting file, in bytes, inclusive."),
		max_size: wholeNumber(0)
			.optional()
			.describe("Largest size of the newest build's targeting file, in bytes, inclusive."),
		sort: oneOf(BUILD_SORTS).optional().describe("Attribute of the newest build to sort by; `build_date` by default."),
	})
	.refine(({ min_size, max_size }) => min_size === undefined || max_size === undefined || min_size <= max_size, {
		path: ["min_size"],
		message: "must not be larger than 'max_size'",
	});
export type ListBuilds = z.infer<typeof listBuildsParameters>;

/** Body of Request Deployment of a Built Design. */
export const requestDeploymentParameters = z.strictObject({
	targetId: guidParameter.describe("Id of the deployment target."),
	message: textWithin(0, 2_000)
		.optional()
		.meta(described("Message for the target's administrator, who decides on the request.", "Please by Monday.")),
	activate_at: scheduledTime
		.optional()
		.describe("Proposed time of activation, in the future. Absent: as soon as an administrator decides."),
	deactivate_at: scheduledTime
		.optional()
		.describe("Proposed time of deactivation, in the future and later than `activate_at`."),
});

/** Body of `POST /api/builds/<id>/retry`. */
export const retryBuildBody = z.strictObject({});

/** Body of `POST /api/builds/<id>/reject`, with a reason for the designer. */
export const rejectBuildBody = z.strictObject({
	reason: textWithin(1, 2_000).meta(described("Reason for the designer.", "Spring campaign, new shops added")),
});

/** Parameters of `PUT /api/designs/<id>/external-build`. */
export const externalBuildParameters = z.strictObject({
	reason: textWithin(1, 2_000).optional().meta(described("Origin of the file.", "Spring campaign, new shops added")),
});
