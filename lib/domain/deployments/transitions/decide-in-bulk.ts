import type { Bulk, BulkOutcome, BulkResult } from "@/lib/contract/bulk";
import type { Principal } from "@/lib/domain/access/principal";
import { recordRefusedCall } from "@/lib/domain/audit/record-refused-call";
import type { Expectation } from "@/lib/domain/deployments/begin-transition";
import type { DeploymentRecord } from "@/lib/domain/deployments/load-deployments";
import { isDatabaseAway } from "@/lib/platform/database-away";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import type { Service } from "@/lib/platform/service";
import { isDomainError } from "@/lib/rules/errors";
import { activate } from "./activate-deployment";
import { bulkTurns, refuseToUndo } from "./bulk-turns";
import { deactivate } from "./deactivate-deployment";
import { deleteDeployment } from "./delete-deployment";
import { endRequest } from "./end-request";
import { tag } from "./tag-deployment";
import { undoDecision } from "./undo-decision";

type Failure = Extract<BulkOutcome, { ok: false }>;

/** Runs an item alone. */
type Part = (item: string, work: (service: Service) => Promise<BulkOutcome>) => Promise<BulkOutcome>;

/**
 * `POST /api/deployments/bulk` (docs/contract.md, Deployments): applies one action to many
 * deployments in the order of the items, each in its own transaction. A failed item becomes an
 * outcome and does not stop the others. Of several builds of a design that are to be activated on
 * one target, the newest comes first and the others are refused.
 */
export async function decideInBulk(
	service: Service,
	principal: Principal,
	bulk: Bulk,
	part: Part,
): Promise<BulkResult> {
	const decided = new Map<string, BulkOutcome>();
	for (const { item, newer } of await bulkTurns(service, principal, bulk)) {
		const { id, revision, digest } = item;
		const outcome = part(id, async (own) => {
			const after = await decide(own, principal, bulk, id, { revision, digest }, newer);
			const { status, revision: at, approvalsMissing: missing } = after;
			return { id, ok: true, status, revision: at, ...(missing !== undefined && { approvals_missing: missing }) };
		});
		const failed = async (thrown: unknown) => {
			await recordRefusedCall(service, principal, thrown, `bulk ${bulk.action}`, { deployment_id: id });
			return failureOf(principal, id, thrown);
		};
		decided.set(id, await outcome.catch(failed));
	}
	const outcomes = bulk.items.flatMap(({ id }) => decided.get(id) ?? []);
	const done = outcomes.filter(({ ok }) => ok).length;
	return { done, failed: outcomes.length - done, outcomes };
}

/**
 * Returns the state that its own transaction wrote, so that a later decision is not taken for this
 * one.
 */
async function decide(
	service: Service,
	principal: Principal,
	{ action, tags, message, as_proposed, override_reason }: Bulk,
	id: string,
	{ revision, digest }: Expectation,
	newer: readonly string[],
): Promise<
	Pick<Extract<BulkOutcome, { ok: true }>, "status" | "revision"> & Pick<DeploymentRecord, "approvalsMissing">
> {
	switch (action) {
		case "activate":
			await refuseToUndo(service, newer);
			return activate(service, principal, id, { revision, digest }, { message, as_proposed, override_reason });
		case "reject":
			return {
				status: "rejected",
				revision: await endRequest(service, principal, id, "reject", message, { revision }),
			};
		case "deactivate":
			return deactivate(service, principal, id, { revision });
		case "delete":
			return (await deleteDeployment(service, principal, id, { revision })) ?? { status: null, revision: null };
		case "undo":
			return undoDecision(service, principal, id, { revision });
		case "tag":
			return tag(service, principal, id, { tags: tags ?? [] }, { revision });
	}
}

/** Logs errors from outside the domain, whose details callers must not read. */
function failureOf(principal: Principal, id: string, thrown: unknown): Failure {
	if (isDomainError(thrown)) return { id, ok: false, error_type: thrown.kind, message: thrown.message };
	logFailure(thrown, "a bulk action failed for a deployment", { request_id: principal.requestId, deployment_id: id });
	if (isDatabaseAway(thrown)) {
		const message = "the database cannot be used now: try again in a few seconds";
		return { id, ok: false, error_type: "Unavailable", message };
	}
	const message = `internal error: report it with the request id ${principal.requestId ?? "of this request"}`;
	return { id, ok: false, error_type: "Internal", message };
}
