import { nameOfPerson } from "@/components/kit/ui/person-words";
import type { DeploymentDetail } from "@/lib/contract/deployment";

type ActivationTime = Pick<DeploymentDetail, "open_question" | "requester" | "requester_person" | "permissions">;

/** For whom a request with an open question waits, as its reader reads it. */
export function waitingWords({
	open_question: question,
	requester,
	requester_person,
	permissions,
}: ActivationTime): string {
	if (question === null) return "";
	const asker = nameOfPerson(question.author_person, question.author);
	if (permissions.comment_as === "requester") return `${asker} is waiting for an answer before deciding.`;
	return `Waiting for ${nameOfPerson(requester_person, requester)} to answer.`;
}

/** A button of the box and what it sends. */
export interface SayAction {
	readonly label: string;
	readonly question: boolean;
}

/** The reader's actions on a text, the likely one first. */
export function sayActions({ status, open_question, permissions }: DeploymentDetail): SayAction[] {
	const comment = { label: "Comment", question: false };
	if (permissions.comment_as === "requester") {
		return [open_question === null ? comment : { label: "Answer", question: false }];
	}
	return status === "requested" ? [{ label: "Ask requester", question: true }, comment] : [comment];
}
