/**
 * What people and webhooks are told (docs/contract.md, Notices): each kind with the audit events
 * that it follows from, and its readers. Never told to the person who did it.
 */

/**
 * Readers of a notice. `requester`: of the deployment, or of the build; of a build that an operator
 * attached, the design's owner; of an automation, the person who set it. `administrators`: of the target's organization, or operators where
 * it has none. `operators`: of the service. `owner`: of the webhook or the design.
 */
export type NoticeReader = "requester" | "administrators" | "operators" | "owner";

/** Readers whom one item tells of many events alike; an event's `bundle` says of how many. */
export type BundledReader = Extract<NoticeReader, "requester" | "administrators">;

interface NoticeRule {
	/** Kind of object and actions of the audit event. */
	readonly on: "design" | "deployment" | "target" | "service" | "webhook" | "inventory_source";
	readonly actions: readonly string[];
	readonly readers: readonly NoticeReader[];
}

export const NOTICES = {
	"deployment.requested": { on: "deployment", actions: ["request"], readers: ["administrators"] },
	"deployment.waiting": { on: "deployment", actions: ["remind"], readers: ["administrators"] },
	"deployment.needs_approval": {
		on: "deployment",
		actions: ["approve", "approve_delete"],
		readers: ["administrators"],
	},
	"deployment.question": { on: "deployment", actions: ["ask"], readers: ["requester"] },
	"deployment.question_waiting": { on: "deployment", actions: ["remind_requester"], readers: ["requester"] },
	"deployment.answered": { on: "deployment", actions: ["answer"], readers: ["administrators"] },
	"deployment.commented": { on: "deployment", actions: ["comment"], readers: ["requester", "administrators"] },
	"deployment.withdrawn": { on: "deployment", actions: ["cancel"], readers: ["administrators"] },
	"deployment.activated": { on: "deployment", actions: ["activate", "rollback"], readers: ["requester"] },
	"deployment.live": { on: "deployment", actions: ["loaded"], readers: ["requester"] },
	"deployment.load_failed": {
		on: "deployment",
		actions: ["load_failed"],
		readers: ["requester", "administrators"],
	},
	"deployment.deactivated": { on: "deployment", actions: ["deactivate"], readers: ["requester"] },
	"deployment.deleted": { on: "deployment", actions: ["delete"], readers: ["requester"] },
	"deployment.rejected": { on: "deployment", actions: ["reject"], readers: ["requester"] },
	"deployment.pending_again": { on: "deployment", actions: ["undo"], readers: ["requester"] },
	"deployment.expired": { on: "deployment", actions: ["expire"], readers: ["requester"] },
	"deployment.schedule_missed": {
		on: "deployment",
		actions: ["schedule_failed"],
		readers: ["requester", "administrators"],
	},
	"build.completed": { on: "design", actions: ["complete_build", "attach_external_build"], readers: ["requester"] },
	"build.rejected": { on: "design", actions: ["reject_build", "abandon_build"], readers: ["requester"] },
	"build.failed": { on: "design", actions: ["fail_build"], readers: ["requester", "operators"] },
	"design.automation_failed": { on: "design", actions: ["automation_failed"], readers: ["requester", "owner"] },
	"target.offline": { on: "target", actions: ["offline"], readers: ["administrators"] },
	"target.out_of_memory": { on: "target", actions: ["out_of_memory"], readers: ["administrators"] },
	"service.disk_low": { on: "service", actions: ["disk_low"], readers: ["operators"] },
	"service.job_failed": { on: "service", actions: ["job_failed"], readers: ["operators"] },
	"source.pull_failed": { on: "inventory_source", actions: ["pull_failed"], readers: ["operators"] },
	"webhook.paused": { on: "webhook", actions: ["pause"], readers: ["owner"] },
} as const satisfies Record<string, NoticeRule>;
export type NoticeKind = keyof typeof NOTICES;

export const NOTICE_KINDS = Object.keys(NOTICES) as NoticeKind[];

const KIND_OF_EVENT: ReadonlyMap<string, NoticeKind> = new Map(
	NOTICE_KINDS.flatMap((kind) =>
		NOTICES[kind].actions.map((action) => [`${NOTICES[kind].on} ${action}`, kind] as const),
	),
);

/** The notice that follows from an audit event; null where nobody is told. */
export function noticeOf({
	objectType,
	action,
}: {
	readonly objectType: string;
	readonly action: string;
}): NoticeKind | null {
	return KIND_OF_EVENT.get(`${objectType} ${action}`) ?? null;
}
