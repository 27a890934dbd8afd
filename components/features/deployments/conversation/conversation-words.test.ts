import { expect, test } from "vitest";
import { request } from "@/components/features/deployments/testing";
import { sayActions, waitingWords } from "./conversation-words";

const person = (name: string) => ({ id: crypto.randomUUID(), name, organization: "Acme" });
const question = (name: string) => ({
	id: "7",
	text: "Why now?",
	at: "2026-11-25T09:00:00.000Z",
	author: "mira@northgrid.example",
	author_person: person(name),
});
const seenBy = (side: "administrator" | "requester" | null, over: Parameters<typeof request>[0] = {}) => {
	const { permissions, ...rest } = request(over);
	return { ...rest, permissions: { ...permissions, comment_as: side } };
};
const labels = (...given: Parameters<typeof seenBy>) => sayActions(seenBy(...given)).map(({ label }) => label);

test("administrators ask about pending requests, and the requester's side answers", () => {
	expect(labels("administrator")).toEqual(["Ask requester", "Comment"]);
	expect(labels("administrator", { open_question: question("Mira") })).toEqual(["Ask requester", "Comment"]);
	expect(labels("administrator", { status: "activated" })).toEqual(["Comment"]);
	expect(labels("requester")).toEqual(["Comment"]);
	expect(labels("requester", { open_question: question("Mira") })).toEqual(["Answer"]);
	expect(sayActions(seenBy("administrator")).map((action) => action.question)).toEqual([true, false]);
});

test("each side reads for whom the request waits", () => {
	const open_question = question("Mira Lindqvist");
	const requester_person = person("Jo Park");
	expect(waitingWords(seenBy("administrator", { open_question, requester_person }))).toBe(
		"Waiting for Jo Park to answer.",
	);
	expect(waitingWords(seenBy("requester", { open_question }))).toBe(
		"Mira Lindqvist is waiting for an answer before deciding.",
	);
	expect(
		waitingWords(seenBy(null, { open_question: question(" "), requester: "jo@acme.example", requester_person: null })),
	).toBe("Waiting for jo@acme.example to answer.");
	expect(waitingWords(seenBy("requester", { open_question: question("") }))).toContain("mira@northgrid.example");
});
