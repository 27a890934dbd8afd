import { readerWord } from "@/components/kit/status/reader-word";
import { formatInstant } from "@/lib/browser/format";
import type { AuditEvent } from "@/lib/contract/audit";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { AUTOMATIC, actorWords, isAutomatic } from "@/lib/contract/sentences/actor-words";
import { isolate } from "@/lib/rules/text/isolate";

const tagWords = (tags: string) => (tags === "" ? "none" : tags.split(",").join(", "));
const timeWords = (iso: string | null | undefined) => (iso ? formatInstant(iso) : "not scheduled");

/** The differences between two versions of a deployment, one sentence each. */
export function changesBetween(before: DeploymentDetail, now: DeploymentDetail): string[] {
	const changes: string[] = [];
	const tell = (what: string, old: string, fresh: string) => {
		if (old !== fresh) changes.push(`${what}: ${old} → ${fresh}.`);
	};
	tell("Status", readerWord(before), readerWord(now));
	tell("Tags", tagWords(before.tags), tagWords(now.tags));
	tell("Design", before.design_name, now.design_name);
	tell("Activates", timeWords(before.schedule?.activate_at), timeWords(now.schedule?.activate_at));
	tell("Deactivates", timeWords(before.schedule?.deactivate_at), timeWords(now.schedule?.deactivate_at));
	if (before.open_question?.id !== now.open_question?.id) {
		changes.push(now.open_question === null ? "No question is open." : "A question is waiting for the requester.");
	}
	if (before.replaces?.id !== now.replaces?.id) {
		changes.push(
			now.replaces === null
				? `No build of this design is active on ${isolate(now.target)} now.`
				: `Another build of this design is now active on ${isolate(now.target)}.`,
		);
	}
	return changes;
}

const DONE: Readonly<Record<string, string>> = {
	activate: "activated it",
	deactivate: "deactivated it",
	reject: "rejected it",
	cancel: "cancelled it",
	tag: "changed its tags",
	delete: "deleted it",
	rollback: "rolled it back",
	undo: "undid the decision",
	schedule: "changed its schedule",
	expire: "let it expire",
	ask: "asked the requester",
	answer: "answered",
	withdraw_question: "withdrew the question",
	comment: "commented",
};

/** The last action and its actor: `Mira Lang changed its tags`. */
export function lastActWords(events: readonly AuditEvent[] | undefined): string | null {
	const last = events?.[0];
	if (last === undefined) return null;
	const reason = last.reason === null || last.reason === "" ? "" : `: “${last.reason}”`;
	const who = isAutomatic(last) ? `${AUTOMATIC}:` : actorWords(last);
	return `${who} ${DONE[last.action] ?? `changed it (${last.action})`}${reason}`;
}
