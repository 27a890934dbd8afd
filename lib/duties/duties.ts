import { forgetSilentAgents } from "@/lib/agents/forget-silent-agents";
import { expireRequests } from "@/lib/deployments/expire-requests";
import { runDueSchedules } from "@/lib/deployments/run-due-schedules";
import { sweepUnrecordedFiles } from "@/lib/sweeping/sweep-unrecorded-files";
import type { Duty } from "./duty";

/** What every web process does beside serving; the database sees to it that each thing is done once. */
export const DUTIES: readonly Duty[] = [
	{ name: "schedules of deployments", everyMs: 1_000, run: runDueSchedules },
	{ name: "expiry of requests", everyMs: 10_000, run: expireRequests },
	{ name: "removal of silent agents", everyMs: 3_600_000, run: forgetSilentAgents },
	{ name: "removal of files without a record", everyMs: 86_400_000, run: sweepUnrecordedFiles },
];
