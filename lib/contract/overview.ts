import { z } from "zod";
import { auditRecord } from "./audit";
import { agentCounts } from "./deployment";
import { field } from "./field";
import { figures } from "./figures";
import { count, positive, text, timestamp } from "./primitives";
import { plannedActivation } from "./schedule";
import { DEPLOYMENT_STATUS } from "./status-terms";
import { targetSync } from "./target";
import { described } from "./written-as";

/** A total with its first rows and a link to the full list. */
const section = <Row extends z.ZodType>(row: Row) =>
	z.strictObject({
		total: count.meta(described("Total number.", 1)),
		link: text.meta(described("Path and query string of the page that lists them.", "/approvals")),
		rows: z.array(row).describe("The first five rows."),
	});

/** A pending request. */
export const waitingRequest = z
	.strictObject({
		deployment_id: field.deployment_id,
		design_id: field.design_id,
		design_name: field.design_name,
		build_name: field.build_name,
		type: field.type,
		target_id: field.target_id,
		target: field.target,
		target_org_name: text.meta(described("Name of the organization whose administrators decide.", "Northgrid")),
		requester: field.requester,
		requester_org: field.requester_org,
		requester_org_name: field.requester_org_name,
		message: field.message,
		requested_at: field.requested_at,
		question_from: text
			.nullable()
			.describe(
				"Name of the administrator whose question it waits for, or their e-mail without one; null: it waits for a decision.",
			),
	})
	.meta({ id: "WaitingRequest", description: "A pending request." });
export type WaitingRequest = z.infer<typeof waitingRequest>;

/** The requests of a target that the caller has to decide on. */
export const targetQueue = z
	.strictObject({
		target_id: field.target_id,
		target: field.target,
		requests: positive.meta(described("Number of its requests.", 3)),
		oldest_request_at: timestamp.describe("When the oldest of them was requested."),
	})
	.meta({ id: "TargetQueue", description: "The requests of a target that the caller has to decide on." });
export type TargetQueue = z.infer<typeof targetQueue>;

/** A build that is under way. */
export const openBuild = z
	.strictObject({
		build_id: field.build_id,
		design_id: field.design_id,
		design_name: field.design_name,
		builder: field.builder,
		status: z.enum(["requested", "building"]).describe(DEPLOYMENT_STATUS),
		status_reason: text
			.nullable()
			.meta(described("Reason that it waits to be retried; null without one.", "The set 'Shops' holds no geofences.")),
		percent: z.number().int().min(0).max(100).meta(described("Progress in percent.", 100)),
		requested_at: field.requested_at,
	})
	.meta({ id: "OpenBuild", description: "A build that is under way." });
export type OpenBuild = z.infer<typeof openBuild>;

/** A design with a failed last build. */
export const failedBuild = z
	.strictObject({
		build_id: field.build_id,
		design_id: field.design_id,
		design_name: field.design_name,
		status: z.enum(["failed", "rejected"]).describe("Final status."),
		status_reason: field.status_reason,
		requested_at: field.requested_at,
	})
	.meta({ id: "FailedBuild", description: "A design with a failed last build." });
export type FailedBuild = z.infer<typeof failedBuild>;

/** An activated deployment that an agent could not load. */
export const failedLoad = z
	.strictObject({
		deployment_id: field.deployment_id,
		design_name: field.design_name,
		target_id: field.target_id,
		target: field.target,
		agent: field.agent,
		state: z.enum(["failed", "refused"]).describe("State of the deployment on the agent."),
		error: field.error,
		since: field.since,
	})
	.meta({ id: "FailedLoad", description: "An activated deployment that an agent could not load." });
export type FailedLoad = z.infer<typeof failedLoad>;

/** A target with activated deployments and without an online agent. */
export const silentTarget = z
	.strictObject({
		target_id: field.target_id,
		target: field.target,
		activated: positive.meta(described("Number of activated deployments.", 3)),
		last_seen_at: timestamp.nullable().describe("Time of its agents' last report; null: never."),
	})
	.meta({ id: "SilentTarget", description: "A target with activated deployments and without an online agent." });
export type SilentTarget = z.infer<typeof silentTarget>;

/** A failed scheduled action. */
export const failedSchedule = z
	.strictObject({
		deployment_id: field.deployment_id,
		design_name: field.design_name,
		target_id: field.target_id,
		target: field.target,
		action: z.enum(["activate", "deactivate"]).describe("The action."),
		at: field.at,
		problem: text.meta(
			described("Reason that it was not done, in a sentence.", "Another deployment of the design is activated there."),
		),
	})
	.meta({ id: "FailedSchedule", description: "A failed scheduled action." });
export type FailedSchedule = z.infer<typeof failedSchedule>;

/** A request of the caller that ended without an activation. */
export const endedRequest = z
	.strictObject({
		deployment_id: field.deployment_id,
		design_id: field.design_id,
		design_name: field.design_name,
		target: field.target,
		outcome: z.enum(["rejected", "expired"]).describe("How it ended."),
		reason: text.nullable().meta(described("Reason, as free text.", "Spring campaign, new shops added")),
		at: field.at,
	})
	.meta({ id: "EndedRequest", description: "A request of the caller that ended without an activation." });
export type EndedRequest = z.infer<typeof endedRequest>;

/** How far the caller's own designs are; a design may be requested and live at once. */
export const designStages = z
	.strictObject({
		in_design: count.describe("Not built since the last change."),
		building: count.describe("Their build is queued or running."),
		not_built: count.describe("Their last build failed or was rejected."),
		built: count.describe("Built, and not activated on any target."),
		requested: count.meta(described("A deployment is pending.", 1)),
		live: count.describe("A deployment is activated."),
	})
	.meta({ id: "DesignStages", description: "How far the caller's own designs are." });
export type DesignStages = z.infer<typeof designStages>;

/** A design with its deployments on the targets of the overview. */
export const liveDesign = z
	.strictObject({
		design_id: field.design_id,
		design_name: field.design_name,
		type: field.type,
		cells: z
			.array(
				z.strictObject({
					target_id: field.target_id,
					deployment_id: field.deployment_id,
					status: z.enum(["activated", "requested"]).describe(DEPLOYMENT_STATUS),
					...agentCounts,
					schedule: plannedActivation,
					out_of_date: z.boolean().describe("Whether it is activated and the design has a newer build."),
				}),
			)
			.describe("At most one activated and one requested deployment per target."),
	})
	.meta({ id: "LiveDesign", description: "A design with its deployments on the targets of the overview." });
export type LiveDesign = z.infer<typeof liveDesign>;

/** The live deployments of a target that the caller sees. */
export const liveOnTarget = z
	.strictObject({
		target_id: field.target_id,
		target: field.target,
		activated: field.activated,
		requested: count.meta(described("Number of deployments that wait for a decision.", 1)),
		sync: targetSync.nullable().describe("Reports of its agents; null if the caller does not administer it."),
		agents: z
			.strictObject({
				living: field.living,
				silent: count.describe("Whether the agent has not reported for 30 seconds."),
			})
			.nullable()
			.describe("Null if the caller does not administer it."),
		link: field.link,
	})
	.meta({ id: "LiveOnTarget", description: "The live deployments of a target that the caller sees." });
export type LiveOnTarget = z.infer<typeof liveOnTarget>;

/** A disk of the service that is full or nearly full. */
export const scarceDisk = z
	.strictObject({
		directory: text.meta(described("Directory on the disk of the answering machine.", "/var/lib/targeting")),
		holds: z.array(z.enum(["data_dir", "file_store"])).describe("DATA_DIR, the file store, or both."),
		free_bytes: count.meta(described("Free bytes for the service.", 12_300_000)),
		total_bytes: count.meta(described("Size in bytes.", 50_000_000_000)),
		room: z.enum(["little", "none"]).describe("With `none`, writes to the disk fail."),
	})
	.meta({ id: "ScarceDisk", description: "A disk of the service that is full or nearly full." });
export type ScarceDisk = z.infer<typeof scarceDisk>;

/** Pending, failed and live work and recent changes; each total has a link to its list. */
export const overview = z
	.strictObject({
		disks: z
			.array(scarceDisk)
			.describe("Full or nearly full disks of the answering process, for operators; empty for others."),
		unlisted_proxies: z
			.array(z.string())
			.describe(
				"Addresses that forward requests to the answering process and that TRUSTED_PROXIES does not name, for operators; empty for others.",
			),
		figures: figures.nullable().describe("Null for a caller who administers no targets."),
		stages: designStages.nullable().describe("Of designers; null for others."),
		waiting: z
			.strictObject({
				to_decide: section(waitingRequest).nullable().describe("Null for a caller without decisions to make."),
				to_decide_by_target: z
					.array(targetQueue)
					.describe("The same by target: the twenty targets with most of them; empty for a caller without decisions."),
				my_requests: section(waitingRequest).describe("The caller's own requests that wait for a decision."),
				builds: section(openBuild).describe(
					"Unfinished builds of designs that the caller sees by other means than a target.",
				),
			})
			.describe("Items that wait for a decision."),
		failed: z
			.strictObject({
				builds: section(failedBuild).describe("Designs with a failed last build."),
				loads: section(failedLoad).describe("Activated deployments that an agent could not load."),
				silent_targets: section(silentTarget).nullable().describe("Null for a caller without targets to administer."),
				schedules: section(failedSchedule).describe("Failures of the last seven days."),
				requests: section(endedRequest).describe(
					"The caller's own requests that were rejected or expired in the last 14 days and not made again.",
				),
			})
			.describe("Failed items."),
		live: z
			.strictObject({
				activated: count.meta(described("Number of activated deployments that the caller sees.", 3)),
				link: field.link,
				targets: z.array(liveOnTarget).describe("The twenty targets with the most activated deployments."),
				target_count: count.meta(described("Number of deployment targets.", 2)),
				designs: z
					.array(liveDesign)
					.describe("The twelve designs with the latest change of an activated or requested deployment."),
			})
			.describe("Live deployments by target."),
		changes: z
			.strictObject({ link: field.link, rows: z.array(auditRecord).describe("The last ten changes.") })
			.describe("Recent changes."),
	})
	.meta({
		id: "Overview",
		description: "Pending, failed and live work and recent changes; each total has a link to its list.",
	});
export type Overview = z.infer<typeof overview>;
