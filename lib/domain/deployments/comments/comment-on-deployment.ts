import type { Comment, CommentBody } from "@/lib/contract/comment";
import { MOST_COMMENTS } from "@/lib/contract/constants";
import { commentSide, refusalOf } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { type Expectation, expectUnchanged, lockSiblings } from "@/lib/domain/deployments/begin-transition";
import { findDeploymentOrThrow } from "@/lib/domain/deployments/find-deployment-or-throw";
import type { DeploymentRecord } from "@/lib/domain/deployments/load-deployments";
import { rightRefusal, stateRefusal } from "@/lib/domain/deployments/transition-rules";
import { recordDeploymentEvent, writeTransition } from "@/lib/domain/deployments/write-transition";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { takeCall } from "@/lib/platform/throttling/take-call";
import { ForbiddenError, InvalidStateError } from "@/lib/rules/errors";
import { commentInclude, describeComment } from "./load-comments";

/** Of one person: each goes to inboxes, mails and webhooks. */
export const COMMENTS_A_MINUTE = 30;

/**
 * `POST /api/deployments/<id>/comments` (docs/contract.md, Conversation). A question makes a
 * pending request wait for its requester. The next comment from the requester's side is the answer.
 * The audit event names the comment and does not repeat its text: it outlives the deployment.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError
 * @throws InvalidStateError for a question about a request that is not pending, or when the
 *   deployment has too many comments
 * @throws ThrottledError when a person comments too often
 */
export async function commentOnDeployment(
	service: Service,
	principal: Principal,
	deploymentId: string,
	{ text, question }: CommentBody,
	expectation: Expectation = {},
): Promise<Comment> {
	// An invisible deployment is not found, and does not count against the limit.
	await findDeploymentOrThrow(service.prisma, principal, deploymentId);
	await takeCall(service, `comments:${principal.userId}`, COMMENTS_A_MINUTE);
	return transact(service.prisma, async (tx) => {
		await lockSiblings(tx, deploymentId);
		const record = await findDeploymentOrThrow(tx, principal, deploymentId);
		const forbidden = commentRefusal(principal, record, question);
		if (forbidden !== null) throw forbidden;
		await expectUnchanged(tx, record, expectation);
		const impossible = question ? stateRefusal(record, "ask") : null;
		if (impossible !== null) throw impossible;
		const kind = question ? "question" : kindOf(principal, record);
		// Each answer has a question, which is counted.
		if (kind !== "answer") await refuseTooMany(tx, deploymentId);
		const at = service.now();
		const comment = await tx.deploymentComment.create({
			data: { deployment_id: deploymentId, author_id: principal.userId, kind, text, at },
			include: commentInclude,
		});
		const id = String(comment.id);
		const detail = { comment_id: id };
		if (kind === "comment") {
			await recordDeploymentEvent(service, tx, principal, record, {
				action: "comment",
				status_after: record.status,
				detail,
			});
		} else {
			const change = { open_question_id: kind === "question" ? id : null, at };
			const step = kind === "question" ? "ask" : "answer";
			await writeTransition(service, tx, principal, { subject: record, step, change, entry: { detail } });
		}
		return describeComment(comment);
	});
}

/** Where both sides are the caller's, only the requester in person answers. */
function kindOf(principal: Principal, record: DeploymentRecord): "answer" | "comment" {
	const asked = record.status === "requested" && record.open_question_id !== null;
	return asked && commentSide(principal, record) === "requester" ? "answer" : "comment";
}

function commentRefusal(principal: Principal, record: DeploymentRecord, question: boolean): ForbiddenError | null {
	if (question) {
		const refusal = rightRefusal(principal, record, "ask");
		if (refusal !== null || commentSide(principal, record) === "administrator") return refusal;
		return new ForbiddenError("you requested this deployment: only another administrator may ask a question");
	}
	return refusalOf(
		principal,
		(caller) => commentSide(caller, record) !== null,
		"only the requester's and the design owner's organizations, administrators of the target and operators may comment on this deployment",
	);
}

async function refuseTooMany(tx: Transaction, deploymentId: string): Promise<void> {
	const count = await tx.deploymentComment.count({ where: { deployment_id: deploymentId } });
	if (count < MOST_COMMENTS) return;
	throw new InvalidStateError(`a deployment has at most ${MOST_COMMENTS} comments, and this one has ${count}`);
}
