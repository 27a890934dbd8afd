import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { PersonRef } from "@/lib/contract/person-ref";
import { isolate } from "@/lib/rules/text/isolate";

/** A person's name, or their email where none is known. */
export const nameOf = (person: Pick<PersonRef, "name"> | null, email: string): string =>
	isolate(person?.name.trim() || email);

type Asked = Pick<DeploymentDetail, "open_question" | "requester" | "requester_person" | "permissions">;

/** For whom a request with an open question waits, as its reader reads it. */
export function waitingWords({ open_question: question, requester, requester_person, permissions }: Asked): string {
	if (question === null) return "";
	const asker = nameOf(question.author_person, question.author);
	if (permissions.comment_as === "requester") return `${asker} is waiting for an answer before deciding.`;
	return `Waiting for ${nameOf(requester_person, requester)} to answer.`;
}

/** A button of the box and what it sends. */
export interface SayAction {
	readonly label: string;
	readonly question: boolean;
}

/** What the reader can do with a text, the likely one first. */
export function sayActions({ status, open_question, permissions }: DeploymentDetail): SayAction[] {
	const comment = { label: "Comment", question: false };
	if (permissions.comment_as === "requester") {
		return [open_question === null ? comment : { label: "Answer", question: false }];
	}
	return status === "requested" ? [{ label: "Ask requester", question: true }, comment] : [comment];
}
