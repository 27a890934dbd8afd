import { expireRequests } from "@/lib/domain/deployments/expire-requests";
import { runDueSchedules } from "@/lib/domain/deployments/run-due-schedules";
import { sweepOrphanedGeofences } from "@/lib/domain/designs/store-geofences";
import { addUpListCounts } from "@/lib/domain/lists/list-counts";
import { forgetSilentAgents } from "@/lib/domain/targets/forget-silent-agents";
import { watchClock } from "@/lib/platform/db/watch-clock";
import { watchDisks } from "@/lib/platform/files/watch-disks";
import { watchFileStore } from "@/lib/platform/files/watch-file-store";
import type { Duty } from "./duty";
import { bringBackTimes } from "./set-back-times";
import { sweepLeftBehind } from "./sweep-left-behind";
import { sweepUnrecordedFiles } from "./sweep-unrecorded-files";

/** What every process does beside its work, as its work directory may be its own, and no other process need run. */
export const OWN_DUTIES: readonly Duty[] = [
	{ name: "a look at the disks", everyMs: 15_000, run: watchDisks },
	{ name: "a question to the file store", everyMs: 15_000, run: watchFileStore },
	{ name: "a comparison with the database's time", everyMs: 60_000, run: watchClock },
	{ name: "return of times that a clock set back since had noted", everyMs: 10_000, run: bringBackTimes },
	{ name: "removal of unfinished files", everyMs: 3_600_000, run: sweepLeftBehind },
];

/** What every web process does beside serving; the database sees to it that each thing is done once. */
export const DUTIES: readonly Duty[] = [
	{ name: "schedules of deployments", everyMs: 1_000, run: runDueSchedules },
	{ name: "expiry of requests", everyMs: 10_000, run: expireRequests },
	{ name: "removal of silent agents", everyMs: 3_600_000, run: forgetSilentAgents },
	{ name: "removal of geofences that belong to no set", everyMs: 3_600_000, run: sweepOrphanedGeofences },
	{ name: "adding up of changes of totals", everyMs: 60_000, run: addUpListCounts },
	...OWN_DUTIES,
	{ name: "removal of files without a record", everyMs: 86_400_000, run: sweepUnrecordedFiles },
];
