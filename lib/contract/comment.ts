import { z } from "zod";
import { COMMENT_KINDS } from "./constants";
import { field } from "./field";
import { paging, textWithin } from "./parameters";
import { personRef } from "./person-ref";
import { text } from "./primitives";

const author = {
	author: text.describe("E-mail of the author."),
	author_person: personRef,
};

/** A comment on a deployment (docs/contract.md, Conversation). */
export const comment = z
	.strictObject({
		id: text.describe("Id; never changes."),
		kind: z
			.enum(COMMENT_KINDS)
			.describe(
				"`question`: the request waits for its requester; `answer`: closes the question; `withdrawal`: of the question; `comment`.",
			),
		text: text.nullable().describe("Null for a withdrawal."),
		at: field.at,
		...author,
	})
	.meta({ id: "Comment", description: "A comment on a deployment. Comments never change." });
export type Comment = z.infer<typeof comment>;

/** The question that a request waits for. */
export const openQuestion = z
	.strictObject({
		id: text.describe("Id; never changes."),
		text: text.describe("Text of the question."),
		at: field.at,
		...author,
	})
	.meta({ id: "OpenQuestion", description: "The question that a request waits for." });
export type OpenQuestion = z.infer<typeof openQuestion>;

/** Parameters of `GET /api/deployments/<id>/comments`. */
export const listCommentsParameters = z.strictObject(paging);

/** Body of `POST /api/deployments/<id>/comments`. */
export const commentBody = z.strictObject({
	text: textWithin(1, 2_000).describe("Text of the comment."),
	question: z
		.boolean()
		.default(false)
		.describe("`true`: a question to the requester; the request then waits for the answer instead of a decision."),
});
export type CommentBody = z.output<typeof commentBody>;
