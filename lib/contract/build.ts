import { z } from "zod";
import { BUILD_SORTS, DEPLOYMENT_STATUS_FILTERS } from "./constants";
import { agentCounts } from "./deployment";
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
import { personRef } from "./person-ref";
import { designType, digest, guid, priceCpm, timestamp } from "./primitives";
import { scheduledTime } from "./schedule";

export { DEPLOYMENT_STATUS_FILTERS } from "./constants";

export const BUILD_STATUSES = ["requested", "building", "done", "rejected", "failed"] as const;
export const buildStatus = z.enum(BUILD_STATUSES);
export type BuildStatus = z.infer<typeof buildStatus>;

/** An element of `builds` in a build-list row; audience builds alone have the inventory fields. */
export const contractBuild = z
	.strictObject({
		id: guid,
		name: z.string(),
		status: z.literal("DONE"),
		size: z.number().int(),
		requested_at: timestamp,
		build_date: timestamp,
		builder: z.string(),
		source: z.string().nullable().optional().meta({ deprecated: true, description: "The first of `sources`." }),
		sources: z.array(z.string()).optional(),
		audience_index_version: timestamp.nullable().optional(),
		price_cpm: priceCpm,
	})
	.meta({
		id: "Build",
		description: "A completed build of a design. Builds of audience designs alone have the inventory fields.",
	});
export type ContractBuild = z.infer<typeof contractBuild>;

export const buildListDeployment = z
	.strictObject({
		id: guid,
		target: z.string(),
		target_id: guid,
		status: z.enum(["activated", "deactivated", "requested"]),
		build_id: guid,
	})
	.meta({ id: "BuildListDeployment", description: "Summary of a deployment of the design." });

/** A row of List Builds, one per built design (docs/contract.md, Build). */
export const buildListRow = z
	.strictObject({
		id: guid,
		type: designType,
		name: z.string(),
		owner: z.string(),
		builds: z.array(contractBuild),
		deployments: z.array(buildListDeployment),
		last_build_id: guid,
		last_build_name: z.string(),
		last_build_builder: z.string(),
		last_build_date: timestamp,
		last_build_source: z.string().nullable().meta({ deprecated: true, description: "The first of `sources`." }),
		last_build_sources: z.array(z.string()).nullable(),
		last_build_size: z.number().int(),
		last_build_audience_index_version: timestamp.nullable(),
	})
	.meta({ id: "BuildListRow", description: "A built design with its builds and their deployments." });
export type BuildListRow = z.infer<typeof buildListRow>;

/** A row of List Builds with `detail=true`. */
export const buildListDetail = z
	.strictObject({
		...buildListRow.shape,
		owner_person: personRef.nullable(),
		deployments: z.array(
			z.strictObject({ ...buildListDeployment.shape, ...agentCounts }).meta({
				id: "BuildListDeploymentDetail",
				description: "Deployment of the design and its state on the agents.",
			}),
		),
		permissions: z.strictObject({
			request_deployment: z.boolean().describe("Whether the caller may request a deployment of the builds."),
		}),
	})
	.meta({ id: "BuildListDetail", description: "Row of List Builds with `detail=true`." });
export type BuildListDetail = z.infer<typeof buildListDetail>;

/** The difference of a set from the previous completed build. */
export const setDifference = z
	.strictObject({
		set_id: guid,
		set_name: z.string(),
		targeting_code: z.string(),
		change: z
			.enum(["added", "removed", "changed", "unchanged"])
			.describe("`changed`: another name, code or count, or other geofences."),
		items_before: z
			.number()
			.int()
			.nullable()
			.describe("Number of geofences, or of devices reached; null for an added set."),
		items_after: z.number().int().nullable().describe("Null for a removed set."),
		items_added: z.number().int().nullable().describe("Number of new geofences; null where unknown, as for audiences."),
		items_removed: z.number().int().nullable().describe("Number of removed geofences; null where unknown."),
	})
	.meta({ id: "SetDifference", description: "Difference of a set from the previous completed build." });
export type SetDifference = z.infer<typeof setDifference>;

/** The differences of a completed build from the previous one. */
export const buildDifferences = z
	.strictObject({
		previous_build_id: guid,
		size_change: z.number().int().describe("Bytes."),
		items_before: z.number().int(),
		items_after: z.number().int(),
		sets_added: z.number().int(),
		sets_removed: z.number().int(),
		sets_changed: z.number().int(),
		sets: z.array(setDifference).describe("Sets in the order of this build, then the removed ones."),
	})
	.meta({ id: "BuildDifferences", description: "Differences of a completed build from the previous one." });
export type BuildDifferences = z.infer<typeof buildDifferences>;

/** A build in any status, with its progress, reasons and differences. */
export const buildDetail = z
	.strictObject({
		id: guid,
		design_id: guid,
		name: z.string(),
		type: designType,
		status: buildStatus,
		reason: z.string(),
		status_reason: z.string().nullable(),
		builder: z.string(),
		builder_person: personRef.nullable(),
		requested_at: timestamp,
		started_at: timestamp.nullable(),
		completed_at: timestamp.nullable(),
		duration_seconds: z.number().nullable(),
		phase: z.string().nullable(),
		percent: z.number().int().min(0).max(100),
		attempts: z.number().int(),
		size: z.number().int().nullable(),
		digest: digest.nullable(),
		sources: z.array(z.string()),
		audience_index_version: timestamp.nullable(),
		price_cpm: priceCpm,
		is_first: z.boolean(),
		sets: z.array(
			z.strictObject({ set_id: guid, set_name: z.string(), targeting_code: z.string(), item_count: z.number().int() }),
		),
		external: z.boolean().describe("Whether the targeting file was uploaded, not built by the service."),
		differences: buildDifferences
			.nullable()
			.describe("Differences from the previous completed build that the caller sees; null without one."),
		permissions: z.strictObject({
			download: z.boolean(),
			request_deployment: z.boolean(),
			retry: z.boolean().describe("Whether the caller's role allows it; the build must also have failed."),
			reject: z.boolean(),
		}),
		revision: z.number().int(),
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
		.describe("Message for the target's administrator, who decides on the request."),
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
	reason: textWithin(1, 2_000).describe("Reason for the designer."),
});

/** Parameters of `PUT /api/designs/<id>/external-build`. */
export const externalBuildParameters = z.strictObject({
	reason: textWithin(1, 2_000).optional().describe("Origin of the file."),
});
