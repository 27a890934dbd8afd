import { chainAndLogHead, isAuditUnchained } from "@/lib/domain/audit/chain/chain-and-log-head";
import { removeOldEvents } from "@/lib/domain/audit/chain/remove-old-events";
import { endWindows } from "@/lib/domain/audit/record-repeated";
import { fetchRegions, isRegionWaiting } from "@/lib/domain/basemap/fetch-regions";
import { mayRulesAct, runRules } from "@/lib/domain/deployments/activation-rules/run-rules";
import { remindOfQuestions } from "@/lib/domain/deployments/comments/remind-of-questions";
import { mayRebuild, rebuildOnData } from "@/lib/domain/deployments/data-automation/rebuild-on-data";
import { expireRequests, mayRequestsExpire } from "@/lib/domain/deployments/expire-requests";
import { isScheduleDue, runDueSchedules } from "@/lib/domain/deployments/schedules/run-due-schedules";
import { remindOfRequests } from "@/lib/domain/deployments/transitions/remind-of-requests";
import { listPulls } from "@/lib/domain/designs/list-pulls";
import { sweepOrphanedGeofences } from "@/lib/domain/designs/store-geofences";
import { inboxSink } from "@/lib/domain/inbox/inbox-sink";
import { expireInventory } from "@/lib/domain/inventory/expire-inventory";
import { sourcePulls } from "@/lib/domain/inventory/source-pulls";
import { addUpListCounts } from "@/lib/domain/lists/list-counts";
import { writeMissingDocuments } from "@/lib/domain/lists/write-missing-documents";
import { answerForgottenPasswords, isLinkRequested } from "@/lib/domain/mail/forgotten-password";
import { mailSink } from "@/lib/domain/mail/mail-sink";
import { isMailDue, sendMails } from "@/lib/domain/mail/send-mails";
import { sweepListedDevices } from "@/lib/domain/opt-outs/sweep-listed-devices";
import { sweepReplacedLists } from "@/lib/domain/opt-outs/sweep-replaced-lists";
import { handOver, isOutboxDue, type Sink } from "@/lib/domain/outbox/hand-over";
import { noticeDisks } from "@/lib/domain/overview/notice-disks";
import { sampleFigures } from "@/lib/domain/overview/sample-figures";
import { areSensitivePlaces, compareOutdated } from "@/lib/domain/places/compare-with-places";
import { sweepReleases } from "@/lib/domain/pois/sweep-releases";
import { isPullDue, pullFiles } from "@/lib/domain/pulls/pull-files";
import { removeOldRows } from "@/lib/domain/retention/remove-old-rows";
import { forgetSilentAgents } from "@/lib/domain/targets/forget-silent-agents";
import { areAgents, noticeTargets } from "@/lib/domain/targets/notice-targets";
import { deliverWebhooks, isDeliveryDue } from "@/lib/domain/webhooks/deliver-webhooks";
import { webhookSink } from "@/lib/domain/webhooks/webhook-sink";
import { readDatabaseTime } from "@/lib/platform/db/database-time";
import { watchDisks } from "@/lib/platform/files/watch-disks";
import { watchFileStore } from "@/lib/platform/files/watch-file-store";
import type { BackgroundJob } from "./background-job";
import { sweepLeftBehind } from "./sweep-left-behind";
import { sweepUnrecordedFiles } from "./sweep-unrecorded-files";

/**
 * Jobs of every process, as processes may have separate work directories, or there may be only one.
 */
export const PROCESS_JOBS: readonly BackgroundJob[] = [
	{
		name: "check disks",
		everyMs: 15_000,
		run: async (service) => (await watchDisks()) + (await noticeDisks(service)),
	},
	{ name: "check the file store", everyMs: 15_000, run: watchFileStore },
	{ name: "read the database's time", everyMs: 10_000, run: readDatabaseTime },
	{ name: "remove unfinished files", everyMs: 3_600_000, run: sweepLeftBehind },
	{ name: "remove devices of replaced lists", everyMs: 600_000, run: sweepListedDevices },
];

/** Receivers of events. */
const SINKS: readonly Sink[] = [inboxSink, webhookSink, mailSink];

/** Jobs of every web process; the database ensures that each task is done once. */
export const WEB_JOBS: readonly BackgroundJob[] = [
	{ name: "run due schedules", everyMs: 1_000, hasWork: isScheduleDue, run: runDueSchedules },
	{ name: "run activation rules", everyMs: 1_000, hasWork: mayRulesAct, run: runRules },
	{ name: "hand over events", everyMs: 1_000, hasWork: isOutboxDue, run: (service) => handOver(service, SINKS) },
	{ name: "chain audit events", everyMs: 1_000, hasWork: isAuditUnchained, run: chainAndLogHead },
	{ name: "close audit windows", everyMs: 60_000, run: endWindows },
	{ name: "record overview figures", everyMs: 60_000, run: sampleFigures },
	{ name: "check targets", everyMs: 15_000, hasWork: areAgents, run: noticeTargets },
	{ name: "remind of requests", everyMs: 60_000, run: remindOfRequests },
	{ name: "remind of questions", everyMs: 60_000, run: remindOfQuestions },
	{ name: "deliver webhooks", everyMs: 1_000, hasWork: isDeliveryDue, run: deliverWebhooks },
	{
		name: "issue links for forgotten passwords",
		everyMs: 2_000,
		hasWork: isLinkRequested,
		run: answerForgottenPasswords,
	},
	{ name: "send mails", everyMs: 2_000, hasWork: isMailDue, run: (service, stopping) => sendMails(service, stopping) },
	{ name: "expire requests", everyMs: 10_000, hasWork: mayRequestsExpire, run: expireRequests },
	{ name: "remove silent agents", everyMs: 3_600_000, run: forgetSilentAgents },
	{ name: "remove geofences without a set", everyMs: 3_600_000, run: sweepOrphanedGeofences },
	{ name: "rebuild on new data", everyMs: 5_000, hasWork: mayRebuild, run: rebuildOnData },
	{
		name: "pull files",
		everyMs: 5_000,
		hasWork: isPullDue,
		run: (service, stopping) => pullFiles(service, [sourcePulls, listPulls], stopping),
	},
	{ name: "fetch regions of the map", everyMs: 5_000, hasWork: isRegionWaiting, run: fetchRegions },
	{ name: "remove expired inventory data", everyMs: 60_000, run: expireInventory },
	{ name: "compare with sensitive places", everyMs: 5_000, hasWork: areSensitivePlaces, run: compareOutdated },
	{ name: "write missing search documents", everyMs: 60_000, run: writeMissingDocuments },
	{ name: "sum list counters", everyMs: 60_000, run: addUpListCounts },
	{ name: "remove old rows", everyMs: 600_000, run: (service) => removeOldRows(service) },
	{ name: "remove old audit events", everyMs: 3_600_000, run: removeOldEvents },
	{ name: "remove replaced lists of opt-outs", everyMs: 3_600_000, run: sweepReplacedLists },
	{ name: "remove replaced points of interest", everyMs: 3_600_000, run: sweepReleases },
	...PROCESS_JOBS,
	{ name: "remove files without a record", everyMs: 86_400_000, run: sweepUnrecordedFiles },
];
