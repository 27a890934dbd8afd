import type { NoticeKind } from "@/lib/contract/notices";
import { asSentence } from "@/lib/rules/text/as-sentence";
import { isolate } from "@/lib/rules/text/isolate";
import type { InboxFacts, InboxReader, InboxSubject } from "./inbox-subject";
import { periodWords, plural } from "./moments";

/** An item in words: for the API, the page and mails alike. */
export interface InboxText {
	/** What happened, without a full stop. */
	readonly title: string;
	/** Why, or what is known of it; null: nothing more. */
	readonly reason: string | null;
	/** Who did it; null: the service. */
	readonly who: string | null;
	readonly when: string;
	/** Path of the page with the next step; null where the reader can open none. */
	readonly link: string | null;
	/** What the button to that page says. */
	readonly action: string;
}

interface Words {
	readonly title: (names: Names) => string;
	readonly action: string;
	readonly page: Page;
}
interface Names {
	readonly design: string;
	readonly target: string;
	readonly facts: InboxFacts;
	readonly reader: InboxReader;
	/** The events beside the first that the item stands for. */
	readonly more: number;
}
type Page =
	| "decision"
	| "deployment"
	| "conversation"
	| "failed loads"
	| "target's deployments"
	| "design"
	| "editor"
	| "target"
	| "overview"
	| "sources"
	| "webhooks";

const someone = (by: string | null) => (by === null ? "Somebody" : isolate(by));
const yours = (reader: InboxReader) => (reader === "requester" ? "Your request" : "The request");

const WORDS: Readonly<Record<NoticeKind, Words>> = {
	"deployment.requested": {
		title: ({ design, target, facts }) => {
			const period = periodWords(facts);
			return `${design} was requested for ${target}${period === null ? "" : `, ${period}`}`;
		},
		action: "Decide",
		page: "decision",
	},
	"deployment.waiting": {
		title: ({ design, target, facts: { hours } }) =>
			`The request for ${design} on ${target} has been pending for ${hours == null ? "a long time" : plural(hours, "hour")}`,
		action: "Decide",
		page: "decision",
	},
	"deployment.needs_approval": {
		title: ({ design, target, facts }) =>
			facts.action === "approve_delete"
				? `Deleting ${design} from ${target} needs your approval`
				: `${design} on ${target} needs your approval`,
		action: "Review",
		page: "deployment",
	},
	"deployment.question": {
		title: ({ design, target, facts: { by } }) => `${someone(by)} asks about ${design} on ${target}`,
		action: "Answer",
		page: "conversation",
	},
	"deployment.question_waiting": {
		title: ({ design, target, facts: { hours } }) =>
			`A question about ${design} on ${target} has been waiting for your answer for ${hours == null ? "a long time" : plural(hours, "hour")}`,
		action: "Answer",
		page: "conversation",
	},
	"deployment.answered": {
		title: ({ design, target, facts: { by } }) => `${someone(by)} answered a question about ${design} on ${target}`,
		action: "Decide",
		page: "decision",
	},
	"deployment.commented": {
		title: ({ design, target, facts: { by } }) => `${someone(by)} commented on ${design} on ${target}`,
		action: "View comment",
		page: "conversation",
	},
	"deployment.withdrawn": {
		title: ({ design, target }) => `The request for ${design} on ${target} was withdrawn`,
		action: "View request",
		page: "deployment",
	},
	"deployment.activated": {
		title: ({ design, target, facts }) => {
			if (facts.action === "rollback") return `${target} was rolled back to an earlier build of ${design}`;
			return `${design} was activated on ${target}${facts.scheduled ? " as scheduled" : ""}`;
		},
		action: "View deployment",
		page: "deployment",
	},
	"deployment.live": {
		title: ({ design, target, more }) => `${design}${more === 0 ? " is" : ` and ${more} more are`} live on ${target}`,
		action: "View deployment",
		page: "deployment",
	},
	"deployment.load_failed": {
		title: ({ design, target, more }) =>
			`${design}${more === 0 ? "" : ` and ${more} more`} failed to load on ${target}`,
		action: "See what failed",
		page: "deployment",
	},
	"deployment.deactivated": {
		title: ({ design, target, facts }) =>
			`${design} was deactivated on ${target}${facts.scheduled ? " as scheduled" : ""}`,
		action: "View deployment",
		page: "deployment",
	},
	"deployment.deleted": {
		title: ({ design, target }) => `The deployment of ${design} on ${target} was deleted`,
		action: "View design",
		page: "design",
	},
	"deployment.rejected": {
		title: ({ design, target, reader }) => `${yours(reader)} for ${design} on ${target} was rejected`,
		action: "Edit design",
		page: "editor",
	},
	"deployment.pending_again": {
		title: ({ design, target }) => `The decision on ${design} for ${target} was undone: the request is pending again`,
		action: "View request",
		page: "deployment",
	},
	"deployment.expired": {
		title: ({ design, target, reader }) => `${yours(reader)} for ${design} on ${target} expired before it was decided`,
		action: "Request again",
		page: "design",
	},
	"deployment.schedule_missed": {
		title: ({ design, target }) => `The schedule of ${design} on ${target} could not run`,
		action: "View schedule",
		page: "deployment",
	},
	"build.completed": {
		title: ({ design, facts: { action } }) =>
			action === "attach_external_build"
				? `A build of ${design} was uploaded and is ready to deploy`
				: `${design} is built and ready to deploy`,
		action: "Request deployment",
		page: "design",
	},
	"build.rejected": {
		title: ({ design }) => `The build of ${design} was rejected`,
		action: "Edit design",
		page: "editor",
	},
	"build.failed": {
		title: ({ design }) => `The build of ${design} failed`,
		action: "View design",
		page: "design",
	},
	"design.automation_failed": {
		title: ({ design }) => `${design} could not be updated to new data`,
		action: "View design",
		page: "design",
	},
	"target.offline": {
		title: ({ target }) => `${target} is offline`,
		action: "View target",
		page: "target",
	},
	"target.out_of_memory": {
		title: ({ target }) => `${target} is out of memory`,
		action: "View target",
		page: "target",
	},
	"service.disk_low": {
		title: ({ facts: { subject } }) => `A disk is nearly full${subject == null ? "" : `: ${isolate(subject)}`}`,
		action: "View overview",
		page: "overview",
	},
	"service.job_failed": {
		title: ({ facts: { subject } }) => `A background job fails${subject == null ? "" : `: ${isolate(subject)}`}`,
		action: "View overview",
		page: "overview",
	},
	"source.pull_failed": {
		title: ({ facts: { subject } }) =>
			`The data of ${subject == null ? "a source" : isolate(subject)} could not be pulled`,
		action: "View sources",
		page: "sources",
	},
	"webhook.paused": {
		title: ({ facts: { subject } }) => `Your webhook${subject == null ? "" : ` ${isolate(subject)}`} was paused`,
		action: "View webhooks",
		page: "webhooks",
	},
};

/** Words an item for its reader; all of its texts stand here alone. */
export function describeInboxItem(item: InboxSubject): InboxText {
	const { kind, reader, facts, at: when } = item;
	if (!item.visible) {
		return { title: UNSEEN, reason: null, who: null, when, link: null, action: WORDS[kind].action };
	}
	const { title, page, action } = nextStep(item);
	const names = { design: isolate(facts.design ?? "a design"), target: isolate(facts.target ?? "a target") };
	return {
		title: title({ ...names, facts, reader, more: moreOf(item) }),
		reason: reasonOf(item),
		who: facts.by,
		when,
		link: linkTo(page, item),
		action,
	};
}

/** Kinds whose reasons the service words itself where nobody acted; others quote people and agents. */
const SERVICE_WORDS: ReadonlySet<NoticeKind> = new Set([
	"deployment.schedule_missed",
	"build.rejected",
	"build.failed",
	"design.automation_failed",
	"service.job_failed",
	"source.pull_failed",
	"webhook.paused",
]);

function reasonOf({ kind, facts: { reason, by } }: InboxSubject): string | null {
	// The title says that it expired.
	if (reason === null || kind === "deployment.expired") return null;
	return by === null && SERVICE_WORDS.has(kind) ? asSentence(reason) : reason;
}

const UNSEEN = "This is about something you can no longer see";

const moreOf = ({ reader, facts: { bundle } }: InboxSubject) =>
	((reader === "requester" ? bundle?.requester : bundle?.administrators) ?? 1) - 1;

function nextStep(item: InboxSubject): Words {
	const { kind, reader, facts } = item;
	const words = WORDS[kind];
	if (moreOf(item) > 0 && kind === "deployment.live") {
		return { ...words, page: "target's deployments", action: "View deployments" };
	}
	if (moreOf(item) > 0) return { ...words, page: "failed loads" };
	if (kind === "deployment.needs_approval" && facts.action === "approve") return { ...words, page: "decision" };
	if (words.page === "editor" && facts.external) return { ...words, page: "design", action: "View design" };
	if (kind === "deployment.commented" && reader === "administrator" && facts.status === "requested") {
		return { ...words, page: "decision", action: "Decide" };
	}
	if (kind === "build.failed" && reader === "operator") return { ...words, action: "Retry or reject" };
	return words;
}

function linkTo(page: Page, { designId, deploymentId, targetId }: InboxSubject): string | null {
	if (page === "overview") return "/";
	if (page === "webhooks") return "/webhooks";
	if (page === "sources") return "/sources";
	if (page === "decision") return deploymentId && `/approvals?request=${deploymentId}`;
	if (page === "failed loads") return targetId && `/deployments?target_id=${targetId}&actual=failed`;
	if (page === "target's deployments") return targetId && `/deployments?target_id=${targetId}`;
	if (page === "deployment") return deploymentId && `/deployments/${deploymentId}`;
	if (page === "conversation") return deploymentId && `/deployments/${deploymentId}#conversation`;
	if (page === "target") return targetId && `/targets/${targetId}`;
	return designId && `/designs/${designId}${page === "editor" ? "/edit" : ""}`;
}
