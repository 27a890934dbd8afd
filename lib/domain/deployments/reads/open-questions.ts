import type { OpenQuestion } from "@/lib/contract/comment";
import { namedPerson, namePerson } from "@/lib/domain/access/load-people";
import type { DeploymentRecord } from "@/lib/domain/deployments/load-deployments";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";

/** Pending requests with a question: they wait for their requester. */
export const WAITS_FOR_REQUESTER = Prisma.sql`deployments.status = 'requested' AND deployments.open_question_id IS NOT NULL`;
/** All other pending requests. */
export const WAITS_FOR_DECISION = Prisma.sql`deployments.status = 'requested' AND deployments.open_question_id IS NULL`;

/** The open questions of pending requests, by the deployment's id. One query for all. */
export async function loadOpenQuestions(
	db: Transaction,
	records: readonly Pick<DeploymentRecord, "id" | "status" | "open_question_id">[],
): Promise<Map<string, OpenQuestion>> {
	const asked = records.filter(
		({ status, open_question_id: openQuestionId }) => status === "requested" && openQuestionId !== null,
	);
	if (asked.length === 0) return new Map();
	const rows = await db.deploymentComment.findMany({
		where: { id: { in: asked.map(({ open_question_id: openQuestionId }) => BigInt(openQuestionId ?? 0)) } },
		include: { author: { select: { email: true, ...namedPerson } } },
	});
	return new Map(
		rows.map(({ id, deployment_id: deploymentId, author, text, at }) => [
			deploymentId,
			{
				id: String(id),
				text: text ?? "",
				at: at.toISOString(),
				author: author.email,
				author_person: namePerson(author),
			},
		]),
	);
}
