import { forgetSilentAgents } from "@/lib/agents/forget-silent-agents";
import { expireRequests } from "@/lib/deployments/expire-requests";
import { runDueSchedules } from "@/lib/deployments/run-due-schedules";
import { sweepOrphanedGeofences } from "@/lib/designs/store-geofences";
import { watchDisks } from "@/lib/files/watch-disks";
import { watchFileStore } from "@/lib/files/watch-file-store";
import { refreshMissingDocuments } from "@/lib/search/refresh-missing-documents";
import { tidyTotals } from "@/lib/search/tidy-totals";
import { sweepLeftBehind } from "@/lib/sweeping/sweep-left-behind";
import { sweepUnrecordedFiles } from "@/lib/sweeping/sweep-unrecorded-files";
import type { Duty } from "./duty";
import { bringBackTimes } from "./set-back-times";
import { watchClock } from "./watch-clock";

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
	{ name: "adding up of changes of totals", everyMs: 3_600_000, run: tidyTotals },
	{ name: "search documents made anew", everyMs: 3_600_000, run: refreshMissingDocuments },
	...OWN_DUTIES,
	{ name: "removal of files without a record", everyMs: 86_400_000, run: sweepUnrecordedFiles },
];
