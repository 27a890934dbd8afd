import type { Bulk, BulkOutcome, BulkResult } from "@/lib/contract/bulk";
import type { Principal } from "@/lib/domain/access/principal";
import { isDatabaseAway } from "@/lib/platform/database-away";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import type { Service } from "@/lib/platform/service";
import { isDomainError } from "@/lib/rules/errors";
import { activateDeployment } from "./activate-deployment";
import type { Expectation } from "./begin-transition";
import { bulkTurns, refuseToUndo } from "./bulk-turns";
import { deactivateDeployment } from "./deactivate-deployment";
import { deleteDeployment } from "./delete-deployment";
import { rejectDeployment } from "./reject-deployment";
import { tagDeployment } from "./tag-deployment";

type Failure = Extract<BulkOutcome, { ok: false }>;

/** Runs an item in a transaction of its own. */
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
			await decide(own, principal, bulk, id, { revision, digest }, newer);
			// Read in the transaction of the decision, so that a later one is not taken for it.
			const row = await own.prisma.deployment.findUnique({ where: { id }, select: { status: true, revision: true } });
			return { id, ok: true, status: row?.status ?? null, revision: row?.revision ?? null };
		});
		decided.set(id, await outcome.catch((thrown: unknown) => failureOf(principal, id, thrown)));
	}
	const outcomes = bulk.items.flatMap(({ id }) => decided.get(id) ?? []);
	const done = outcomes.filter(({ ok }) => ok).length;
	return { done, failed: outcomes.length - done, outcomes };
}

async function decide(
	service: Service,
	principal: Principal,
	{ action, tags, message }: Bulk,
	id: string,
	{ revision, digest }: Expectation,
	newer: readonly string[],
): Promise<void> {
	switch (action) {
		case "activate":
			await refuseToUndo(service, newer);
			await activateDeployment(service, principal, id, { revision, digest });
			return;
		case "reject":
			return rejectDeployment(service, principal, id, { message }, { revision });
		case "deactivate":
			await deactivateDeployment(service, principal, id, { revision });
			return;
		case "delete":
			return deleteDeployment(service, principal, id, { revision });
		case "tag":
			await tagDeployment(service, principal, id, { tags: tags ?? [] }, { revision });
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
