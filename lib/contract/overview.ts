import { z } from "zod";
import { auditRecord } from "./audit";
import { designType, guid, timestamp } from "./primitives";
import { targetSync } from "./target";

/** A number with the first rows behind it, and the list that shows all of them. */
const section = <Row extends z.ZodType>(row: Row) =>
	z.strictObject({
		total: z.number().int().min(0),
		link: z.string().describe("Path and query of the page that lists them."),
		rows: z.array(row).describe("The first five."),
	});

/** A request that waits for a decision. */
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
	})
	.meta({ id: "WaitingRequest", description: "A request that waits for a decision." });
export type WaitingRequest = z.infer<typeof waitingRequest>;

/** A build that is under way. */
export const openBuild = z
	.strictObject({
		build_id: guid,
		design_id: guid,
		design_name: z.string(),
		builder: z.string(),
		status: z.enum(["requested", "building"]),
		status_reason: z.string().nullable().describe("Why it waits to be tried again; null while nothing is in its way."),
		percent: z.number().int().min(0).max(100),
		requested_at: timestamp,
	})
	.meta({ id: "OpenBuild", description: "A build that is under way." });
export type OpenBuild = z.infer<typeof openBuild>;

/** A design whose last build came to nothing. */
export const failedBuild = z
	.strictObject({
		build_id: guid,
		design_id: guid,
		design_name: z.string(),
		status: z.enum(["failed", "rejected"]),
		status_reason: z.string().nullable(),
		requested_at: timestamp,
	})
	.meta({ id: "FailedBuild", description: "A design whose last build came to nothing." });
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

/** A target with activated deployments and without an agent that lives. */
export const silentTarget = z
	.strictObject({
		target_id: guid,
		target: z.string(),
		activated: z.number().int().min(1),
		last_seen_at: timestamp.nullable().describe("When one of its agents last reported; null: never."),
	})
	.meta({ id: "SilentTarget", description: "A target with activated deployments and without an agent that lives." });
export type SilentTarget = z.infer<typeof silentTarget>;

/** A scheduled action that could not be done. */
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
	.meta({ id: "FailedSchedule", description: "A scheduled action that could not be done." });
export type FailedSchedule = z.infer<typeof failedSchedule>;

/** What is live on a target, of what the caller sees. */
export const liveOnTarget = z
	.strictObject({
		target_id: guid,
		target: z.string(),
		activated: z.number().int().min(0),
		requested: z.number().int().min(0),
		sync: targetSync.nullable().describe("What its agents say; null where the caller does not administer it."),
		agents: z
			.strictObject({ living: z.number().int().min(0), silent: z.number().int().min(0) })
			.nullable()
			.describe("Null where the caller does not administer it."),
		link: z.string(),
	})
	.meta({ id: "LiveOnTarget", description: "What is live on a target, of what the caller sees." });
export type LiveOnTarget = z.infer<typeof liveOnTarget>;

/** A disk of the service that is full or nearly so. */
export const scarceDisk = z
	.strictObject({
		directory: z.string(),
		holds: z.array(z.enum(["data_dir", "file_store"])).describe("DATA_DIR, the file store, or both."),
		free_bytes: z.number().int().min(0),
		total_bytes: z.number().int().min(0),
		room: z.enum(["little", "none"]).describe("With none, nothing that needs room there can be stored."),
	})
	.meta({ id: "ScarceDisk", description: "A disk of the service that is full or nearly so." });
export type ScarceDisk = z.infer<typeof scarceDisk>;

/** What waits, what failed, what is live and what changed; each number with the list behind it. */
export const overview = z
	.strictObject({
		disks: z
			.array(scarceDisk)
			.describe("Disks of the process that answers which are full or nearly so; for operators, and empty for others."),
		waiting: z.strictObject({
			to_decide: section(waitingRequest).nullable().describe("Null for those who decide on nothing."),
			my_requests: section(waitingRequest),
			builds: section(openBuild),
		}),
		failed: z.strictObject({
			builds: section(failedBuild),
			loads: section(failedLoad),
			silent_targets: section(silentTarget).nullable().describe("Null for those who administer no targets."),
			schedules: section(failedSchedule).describe("Of the last seven days."),
		}),
		live: z.strictObject({
			activated: z.number().int().min(0).describe("Activated deployments that the caller sees."),
			link: z.string(),
			targets: z.array(liveOnTarget).describe("The twenty with most activated deployments."),
			target_count: z.number().int().min(0),
		}),
		changes: z.strictObject({ link: z.string(), rows: z.array(auditRecord).describe("The last ten.") }),
	})
	.meta({
		id: "Overview",
		description: "What waits, what failed, what is live and what changed; each number with the list behind it.",
	});
export type Overview = z.infer<typeof overview>;
