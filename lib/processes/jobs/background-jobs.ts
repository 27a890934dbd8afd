import { chainAndLogHead } from "@/lib/domain/audit/chain/chain-and-log-head";
import { removeOldEvents } from "@/lib/domain/audit/chain/remove-old-events";
import { endWindows } from "@/lib/domain/audit/record-repeated";
import { sweepStates } from "@/lib/domain/audit/sweep-states";
import { runRules } from "@/lib/domain/deployments/activation-rules/run-rules";
import { sweepVerdicts } from "@/lib/domain/deployments/activation-rules/sweep-verdicts";
import { remindOfQuestions } from "@/lib/domain/deployments/comments/remind-of-questions";
import { rebuildOnData } from "@/lib/domain/deployments/data-automation/rebuild-on-data";
import { expireRequests } from "@/lib/domain/deployments/expire-requests";
import { remindOfRequests } from "@/lib/domain/deployments/remind-of-requests";
import { runDueSchedules } from "@/lib/domain/deployments/run-due-schedules";
import { sweepOrphanedGeofences } from "@/lib/domain/designs/store-geofences";
import { inboxSink } from "@/lib/domain/inbox/inbox-sink";
import { sweepInbox } from "@/lib/domain/inbox/sweep-inbox";
import { expireInventory } from "@/lib/domain/inventory/expire-inventory";
import { pullInventory } from "@/lib/domain/inventory/pull-inventory";
import { addUpListCounts } from "@/lib/domain/lists/list-counts";
import { writeMissingDocuments } from "@/lib/domain/lists/write-missing-documents";
import { answerForgottenPasswords } from "@/lib/domain/mail/forgotten-password";
import { mailSink } from "@/lib/domain/mail/mail-sink";
import { sendMails } from "@/lib/domain/mail/send-mails";
import { sweepMails } from "@/lib/domain/mail/sweep-mails";
import { sweepListedDevices } from "@/lib/domain/opt-outs/sweep-listed-devices";
import { sweepReplacedLists } from "@/lib/domain/opt-outs/sweep-replaced-lists";
import { handOver, type Sink } from "@/lib/domain/outbox/hand-over";
import { noticeDisks } from "@/lib/domain/overview/notice-disks";
import { sampleFigures } from "@/lib/domain/overview/sample-figures";
import { compareOutdated } from "@/lib/domain/places/compare-with-places";
import { forgetSilentAgents } from "@/lib/domain/targets/forget-silent-agents";
import { noticeTargets } from "@/lib/domain/targets/notice-targets";
import { sweepMatches } from "@/lib/domain/targets/sweep-matches";
import { deliverWebhooks } from "@/lib/domain/webhooks/deliver-webhooks";
import { sweepDeliveries } from "@/lib/domain/webhooks/sweep-deliveries";
import { webhookSink } from "@/lib/domain/webhooks/webhook-sink";
import { readDatabaseTime } from "@/lib/platform/db/database-time";
import { watchDisks } from "@/lib/platform/files/watch-disks";
import { watchFileStore } from "@/lib/platform/files/watch-file-store";
import type { BackgroundJob } from "./background-job";
import { sweepLeftBehind } from "./sweep-left-behind";
import { sweepUnrecordedFiles } from "./sweep-unrecorded-files";

/** Jobs of every process: each may have its own work directory, or be the only one. */
export const PROCESS_JOBS: readonly BackgroundJob[] = [
	{
		name: "check of the disks",
		everyMs: 15_000,
		run: async (service) => (await watchDisks()) + (await noticeDisks(service)),
	},
	{ name: "check of the file store", everyMs: 15_000, run: watchFileStore },
	{ name: "reading of the database's time", everyMs: 10_000, run: readDatabaseTime },
	{ name: "removal of unfinished files", everyMs: 3_600_000, run: sweepLeftBehind },
	{ name: "removal of devices of replaced lists", everyMs: 600_000, run: sweepListedDevices },
];

/** Receivers of what happens. */
const SINKS: readonly Sink[] = [inboxSink, webhookSink, mailSink];

/** Jobs of every web process; the database ensures that each task is done once. */
export const WEB_JOBS: readonly BackgroundJob[] = [
	{ name: "schedules of deployments", everyMs: 1_000, run: runDueSchedules },
	{ name: "activation rules", everyMs: 1_000, run: runRules },
	{ name: "handing over of events", everyMs: 1_000, run: (service) => handOver(service, SINKS) },
	{ name: "chaining of audit events", everyMs: 1_000, run: chainAndLogHead },
	{ name: "events of what repeats", everyMs: 60_000, run: endWindows },
	{ name: "recording of the overview's figures", everyMs: 60_000, run: sampleFigures },
	{ name: "check of the targets", everyMs: 15_000, run: noticeTargets },
	{ name: "reminders of requests", everyMs: 60_000, run: remindOfRequests },
	{ name: "reminders of questions", everyMs: 60_000, run: remindOfQuestions },
	{ name: "delivery of webhooks", everyMs: 1_000, run: deliverWebhooks },
	{ name: "removal of old deliveries of webhooks", everyMs: 3_600_000, run: sweepDeliveries },
	{ name: "links for forgotten passwords", everyMs: 2_000, run: answerForgottenPasswords },
	{ name: "sending of mails", everyMs: 2_000, run: (service, stopping) => sendMails(service, stopping) },
	{ name: "expiry of requests", everyMs: 10_000, run: expireRequests },
	{ name: "removal of silent agents", everyMs: 3_600_000, run: forgetSilentAgents },
	{ name: "removal of geofences that belong to no set", everyMs: 3_600_000, run: sweepOrphanedGeofences },
	{ name: "rebuilds on new data", everyMs: 5_000, run: rebuildOnData },
	{ name: "pulls of inventory data", everyMs: 5_000, run: pullInventory },
	{ name: "removal of expired inventory data", everyMs: 60_000, run: expireInventory },
	{ name: "comparison with sensitive places", everyMs: 5_000, run: compareOutdated },
	{ name: "writing of missing search documents", everyMs: 60_000, run: writeMissingDocuments },
	{ name: "summation of changes of totals", everyMs: 60_000, run: addUpListCounts },
	{ name: "removal of old verdicts of rules", everyMs: 3_600_000, run: sweepVerdicts },
	{ name: "removal of old notice states", everyMs: 3_600_000, run: sweepStates },
	{ name: "removal of old audit events", everyMs: 3_600_000, run: removeOldEvents },
	{ name: "removal of old inbox items", everyMs: 3_600_000, run: sweepInbox },
	{ name: "removal of old sums of matches", everyMs: 3_600_000, run: sweepMatches },
	{ name: "removal of replaced lists of opt-outs", everyMs: 3_600_000, run: sweepReplacedLists },
	{ name: "removal of old mails", everyMs: 3_600_000, run: sweepMails },
	...PROCESS_JOBS,
	{ name: "removal of files without a record", everyMs: 86_400_000, run: sweepUnrecordedFiles },
];
