import { z } from "zod";
import { auditRecord } from "./audit";
import { agentCounts } from "./deployment";
import { designType, guid, timestamp } from "./primitives";
import { targetSync } from "./target";

/** A total with its first rows and a link to the full list. */
const section = <Row extends z.ZodType>(row: Row) =>
	z.strictObject({
		total: z.number().int().min(0),
		link: z.string().describe("Path and query string of the page that lists them."),
		rows: z.array(row).describe("The first five rows."),
	});

/** A pending request. */
export const waitingRequest = z
	.strictObject({
		deployment_id: guid,
		design_id: guid,
		design_name: z.string(),
		build_name: z.string(),
		type: designType,
		target_id: guid,
		target: z.string(),
		target_org_name: z.string().describe("Name of the organization whose administrators decide."),
		requester: z.string(),
		requester_org: z.string(),
		message: z.string().nullable(),
		requested_at: timestamp,
		question_from: z
			.string()
			.nullable()
			.describe(
				"Name of the administrator whose question it waits for, or their e-mail without one; null: it waits for a decision.",
			),
	})
	.meta({ id: "WaitingRequest", description: "A pending request." });
export type WaitingRequest = z.infer<typeof waitingRequest>;

/** A build that is under way. */
export const openBuild = z
	.strictObject({
		build_id: guid,
		design_id: guid,
		design_name: z.string(),
		builder: z.string(),
		status: z.enum(["requested", "building"]),
		status_reason: z.string().nullable().describe("Reason that it waits to be retried; null without one."),
		percent: z.number().int().min(0).max(100),
		requested_at: timestamp,
	})
	.meta({ id: "OpenBuild", description: "A build that is under way." });
export type OpenBuild = z.infer<typeof openBuild>;

/** A design with a failed last build. */
export const failedBuild = z
	.strictObject({
		build_id: guid,
		design_id: guid,
		design_name: z.string(),
		status: z.enum(["failed", "rejected"]),
		status_reason: z.string().nullable(),
		requested_at: timestamp,
	})
	.meta({ id: "FailedBuild", description: "A design with a failed last build." });
export type FailedBuild = z.infer<typeof failedBuild>;

/** An activated deployment that an agent could not load. */
export const failedLoad = z
	.strictObject({
		deployment_id: guid,
		design_name: z.string(),
		target_id: guid,
		target: z.string(),
		agent: z.string(),
		state: z.enum(["failed", "refused"]),
		error: z.string().nullable(),
		since: timestamp,
	})
	.meta({ id: "FailedLoad", description: "An activated deployment that an agent could not load." });
export type FailedLoad = z.infer<typeof failedLoad>;

/** A target with activated deployments and without an online agent. */
export const silentTarget = z
	.strictObject({
		target_id: guid,
		target: z.string(),
		activated: z.number().int().min(1),
		last_seen_at: timestamp.nullable().describe("Time of its agents' last report; null: never."),
	})
	.meta({ id: "SilentTarget", description: "A target with activated deployments and without an online agent." });
export type SilentTarget = z.infer<typeof silentTarget>;

/** A failed scheduled action. */
export const failedSchedule = z
	.strictObject({
		deployment_id: guid,
		design_name: z.string(),
		target_id: guid,
		target: z.string(),
		action: z.enum(["activate", "deactivate"]),
		at: timestamp,
		problem: z.string(),
	})
	.meta({ id: "FailedSchedule", description: "A failed scheduled action." });
export type FailedSchedule = z.infer<typeof failedSchedule>;

/** A request of the caller that ended without an activation. */
export const endedRequest = z
	.strictObject({
		deployment_id: guid,
		design_id: guid,
		design_name: z.string(),
		target: z.string(),
		outcome: z.enum(["rejected", "expired"]).describe("How it ended."),
		reason: z.string().nullable(),
		at: timestamp,
	})
	.meta({ id: "EndedRequest", description: "A request of the caller that ended without an activation." });
export type EndedRequest = z.infer<typeof endedRequest>;

/** The figures of a day, as they were last read on it. */
export const figuresDay = z
	.strictObject({
		day: z.iso
			.date()
			.describe("The day in UTC.")
			.meta({ examples: ["2026-11-24"] }),
		pending: z.number().int().min(0).describe("Number of pending requests."),
		activated: z.number().int().min(0),
		live: z.number().int().min(0),
		targets: z.number().int().min(0).describe("Number of targets."),
		targets_online: z.number().int().min(0).describe("Targets with an online agent."),
		decision_seconds: z
			.number()
			.int()
			.min(0)
			.nullable()
			.describe("Median time from request to decision over the 14 days before; null without a decision."),
	})
	.meta({ id: "FiguresDay", description: "The figures of a day in UTC, as they were last read on it." });
export type FiguresDay = z.infer<typeof figuresDay>;

/** The figures of the targets that the caller administers. */
export const figures = z
	.strictObject({
		pending: z.number().int().min(0).describe("Number of requests that the caller has to decide on."),
		oldest_request_at: timestamp.nullable().describe("When the oldest of them was requested; null without one."),
		activated: z.number().int().min(0),
		live: z.number().int().min(0).describe("Activated deployments that all online agents have loaded."),
		targets: z.number().int().min(0).describe("Number of targets that the caller administers."),
		targets_online: z.number().int().min(0).describe("Targets with an online agent."),
		decision_seconds: z
			.number()
			.int()
			.min(0)
			.nullable()
			.describe("Median time from request to decision over the last 14 days; null without a decision."),
		days: z
			.array(figuresDay)
			.max(14)
			.describe("The last 14 days as far as they were recorded, oldest first; today's are these figures."),
	})
	.meta({ id: "Figures", description: "The figures of the targets that the caller administers." });
export type Figures = z.infer<typeof figures>;

/** How far the caller's own designs are; a design may be requested and live at once. */
export const designStages = z
	.strictObject({
		in_design: z.number().int().min(0).describe("Not built since the last change."),
		building: z.number().int().min(0).describe("Their build is queued or running."),
		not_built: z.number().int().min(0).describe("Their last build failed or was rejected."),
		built: z.number().int().min(0).describe("Built, and not activated on any target."),
		requested: z.number().int().min(0).describe("A deployment is pending."),
		live: z.number().int().min(0).describe("A deployment is activated."),
	})
	.meta({ id: "DesignStages", description: "How far the caller's own designs are." });
export type DesignStages = z.infer<typeof designStages>;

/** A design with its deployments on the targets of the overview. */
export const liveDesign = z
	.strictObject({
		design_id: guid,
		design_name: z.string(),
		type: designType,
		cells: z
			.array(
				z.strictObject({
					target_id: guid,
					deployment_id: guid,
					status: z.enum(["activated", "requested"]),
					...agentCounts,
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
		target_id: guid,
		target: z.string(),
		activated: z.number().int().min(0),
		requested: z.number().int().min(0),
		sync: targetSync.nullable().describe("Reports of its agents; null if the caller does not administer it."),
		agents: z
			.strictObject({ living: z.number().int().min(0), silent: z.number().int().min(0) })
			.nullable()
			.describe("Null if the caller does not administer it."),
		link: z.string(),
	})
	.meta({ id: "LiveOnTarget", description: "The live deployments of a target that the caller sees." });
export type LiveOnTarget = z.infer<typeof liveOnTarget>;

/** A disk of the service that is full or nearly full. */
export const scarceDisk = z
	.strictObject({
		directory: z.string(),
		holds: z.array(z.enum(["data_dir", "file_store"])).describe("DATA_DIR, the file store, or both."),
		free_bytes: z.number().int().min(0),
		total_bytes: z.number().int().min(0),
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
		waiting: z.strictObject({
			to_decide: section(waitingRequest).nullable().describe("Null for a caller without decisions to make."),
			my_requests: section(waitingRequest),
			builds: section(openBuild),
		}),
		failed: z.strictObject({
			builds: section(failedBuild),
			loads: section(failedLoad),
			silent_targets: section(silentTarget).nullable().describe("Null for a caller without targets to administer."),
			schedules: section(failedSchedule).describe("Failures of the last seven days."),
			requests: section(endedRequest).describe(
				"The caller's own requests that were rejected or expired in the last 14 days and not made again.",
			),
		}),
		live: z.strictObject({
			activated: z.number().int().min(0).describe("Number of activated deployments that the caller sees."),
			link: z.string(),
			targets: z.array(liveOnTarget).describe("The twenty targets with the most activated deployments."),
			target_count: z.number().int().min(0),
			designs: z
				.array(liveDesign)
				.describe("The twelve designs with the latest change of an activated or requested deployment."),
		}),
		changes: z.strictObject({ link: z.string(), rows: z.array(auditRecord).describe("The last ten changes.") }),
	})
	.meta({
		id: "Overview",
		description: "Pending, failed and live work and recent changes; each total has a link to its list.",
	});
export type Overview = z.infer<typeof overview>;
