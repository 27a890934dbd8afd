import { NOTICES, type Notice, type NoticeKind, type NoticePage } from "@/lib/contract/events/events";
import { asSentence } from "@/lib/rules/text/as-sentence";
import { isolate } from "@/lib/rules/text/isolate";
import type { InboxSubject } from "./inbox-subject";
import { periodWords, plural } from "./moments";

/** An item in words: for the API, the page and mails alike. */
export interface InboxText {
	/** The event, without a full stop. */
	readonly title: string;
	/** The reason or further details; null: none. */
	readonly reason: string | null;
	/** The actor; null: the service. */
	readonly who: string | null;
	readonly when: string;
	/** Path of the page with the next step; null where the reader can open none. */
	readonly link: string | null;
	/** The words of the button to that page. */
	readonly action: string;
}

/** The next step of a notice. */
type Step = Pick<Notice, "next" | "page">;

/** The values of the braces in a title. */
const NAMES: Readonly<Record<string, (item: InboxSubject) => string>> = {
	design: ({ facts: { design } }) => isolate(design ?? "a design"),
	target: ({ facts: { target } }) => isolate(target ?? "a target"),
	by: ({ name, facts: { by } }) => (by === null ? "Somebody" : isolate(name || by)),
	request: ({ reader }) => (reader === "requester" ? "Your request" : "The request"),
	hours: ({ facts: { hours } }) => {
		if (hours == null) return "a long time";
		return hours < 48 ? plural(hours, "hour") : plural(Math.floor(hours / 24), "day");
	},
	scheduled: ({ facts: { scheduled } }) => (scheduled ? " as scheduled" : ""),
	more: (item) => (moreOf(item) === 0 ? "" : ` and ${moreOf(item)} more`),
	is: (item) => (moreOf(item) === 0 ? "is" : "are"),
	period: ({ facts }) => {
		const period = periodWords(facts);
		return period === null ? "" : `, ${period}`;
	},
	" subject": ({ facts: { subject } }) => (subject == null ? "" : ` ${isolate(subject)}`),
	": subject": ({ facts: { subject } }) => (subject == null ? "" : `: ${isolate(subject)}`),
	"subject, a source": ({ facts: { subject } }) => (subject == null ? "a source" : isolate(subject)),
};

function titleOf(item: InboxSubject): string {
	if (isJoined(item)) {
		const on = NAMES.target?.(item);
		const { open = [], facts } = item;
		return open.length === 0
			? `${plural(facts.requests?.length ?? 0, "request")} on ${on} were decided`
			: `${plural(open.length, "request")} to review on ${on}`;
	}
	const { titles } = NOTICES[item.kind];
	// An item of an action that has no title of its own is worded as its kind is.
	const title = titles[item.facts.action] ?? Object.values(titles)[0] ?? "";
	return title.replace(/\{([^}]+)\}/g, (_, name: string) => NAMES[name]?.(item) ?? "");
}

/** Words an item for its reader; all of its texts stand here alone. */
export function describeInboxItem(item: InboxSubject): InboxText {
	const { kind, facts, at: when } = item;
	if (!item.visible) {
		return { title: UNSEEN, reason: null, who: null, when, link: null, action: NOTICES[kind].next };
	}
	const { page, next } = nextStep(item);
	return {
		title: titleOf(item),
		reason: reasonOf(item),
		who: facts.by,
		when,
		link: linkTo(page, item),
		action: next,
	};
}

/**
 * Kinds whose reasons the service words itself where no person acted; others quote people and
 * agents.
 */
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
	// The title has the expiry already.
	if (reason === null || kind === "deployment.expired") return null;
	return by === null && SERVICE_WORDS.has(kind) ? asSentence(reason) : reason;
}

const UNSEEN = "This is about something you can no longer see";

/** Whether one item stands for the requests of a morning. */
const isJoined = ({ facts: { requests } }: InboxSubject): boolean => (requests?.length ?? 0) > 1;

const moreOf = ({ reader, facts: { bundle } }: InboxSubject) =>
	((reader === "requester" ? bundle?.requester : bundle?.administrators) ?? 1) - 1;

function nextStep(item: InboxSubject): Step {
	const { kind, reader, facts } = item;
	const { next, page } = NOTICES[kind];
	if (item.open?.length === 0) {
		return isJoined(item)
			? { page: "target's deployments", next: "View deployments" }
			: { page: "deployment", next: "View deployment" };
	}
	if (isJoined(item)) return { page: "decision", next: "Review" };
	if (moreOf(item) > 0 && kind === "deployment.live") return { page: "target's deployments", next: "View deployments" };
	if (moreOf(item) > 0) return { next, page: "failed loads" };
	if (kind === "deployment.needs_approval" && facts.action === "approve") return { next, page: "decision" };
	if (page === "editor" && facts.external) return { page: "design", next: "View design" };
	if (kind === "deployment.commented" && reader === "administrator" && facts.status === "requested")
		return { page: "decision", next: "Decide" };
	if (kind === "build.failed" && reader === "operator") return { page, next: "Retry or reject" };
	return { next, page };
}

function linkTo(page: NoticePage, item: InboxSubject): string | null {
	const { design_id: designId, deployment_id: deploymentId, target_id: targetId, open = [] } = item;
	if (page === "overview") return "/";
	if (page === "webhooks") return "/webhooks";
	if (page === "sources") return "/sources";
	if (page === "decision" && isJoined(item)) {
		return open.length === 1 ? `/approvals?request=${open[0]}` : targetId && `/approvals?target=${targetId}`;
	}
	if (page === "decision") return deploymentId && `/approvals?request=${deploymentId}`;
	if (page === "failed loads") return targetId && `/deployments?target_id=${targetId}&actual=failed`;
	if (page === "target's deployments") return targetId && `/deployments?target_id=${targetId}`;
	if (page === "deployment") return deploymentId && `/deployments/${deploymentId}`;
	if (page === "conversation") return deploymentId && `/deployments/${deploymentId}#conversation`;
	if (page === "target") return targetId && `/targets/${targetId}`;
	return designId && `/designs/${designId}${page === "editor" ? "/edit" : ""}`;
}
