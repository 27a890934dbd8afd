import type { Principal } from "@/lib/access/principal";
import type { DeploymentStep } from "@/lib/contract/transitions";
import { readRows } from "@/lib/db/read-rows";
import { VersionMismatchError } from "@/lib/errors";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/service";
import { findDeploymentOrThrow } from "./find-deployment";
import type { DeploymentRecord } from "./load-deployments";
import { fourEyesRefusal, rightRefusal, stateRefusal } from "./transition-rules";

/** What a decision was made upon; a decision holds only for what was looked at (design.md section 4, item 22). */
export interface Expectation {
	/** `If-Match`: the revision that the caller saw. */
	readonly revision?: number | undefined;
	/** `X-Build-Digest`: the file that the caller saw, as `sha256:<hex>`. */
	readonly digest?: string | undefined;
}

/**
 * Opens a transition inside its transaction: locks the deployment with its siblings (the same design on the same target,
 * in one order, so that rival decisions queue up instead of dead-locking), then checks existence, right, expectation and
 * state on what the lock holds still.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError, InvalidStateError
 */
export async function beginTransition(
	tx: Transaction,
	principal: Principal,
	deploymentId: string,
	step: DeploymentStep,
	expectation: Expectation = {},
): Promise<DeploymentRecord> {
	await readRows(
		tx,
		Prisma.sql`SELECT x.id FROM deployments x
			JOIN deployments own ON own.design_id = x.design_id AND own.target_id = x.target_id
			WHERE own.id = ${deploymentId}::uuid ORDER BY x.id FOR NO KEY UPDATE OF x`,
	);
	const record = await findDeploymentOrThrow(tx, principal, deploymentId);
	const forbidden = rightRefusal(principal, record, step) ?? fourEyesRefusal(principal, record, step);
	if (forbidden !== null) throw forbidden;
	await expectUnchanged(tx, record, expectation);
	const impossible = stateRefusal(record, step);
	if (impossible !== null) throw impossible;
	return record;
}

async function expectUnchanged(tx: Transaction, record: DeploymentRecord, expectation: Expectation): Promise<void> {
	if (expectation.digest !== undefined && expectation.digest !== `sha256:${record.build.digest}`) {
		throw new VersionMismatchError("the build's digest is not the one that was looked at");
	}
	if (expectation.revision === undefined || expectation.revision === record.revision) return;
	const last = await tx.auditEvent.findFirst({
		where: { objectType: "deployment", objectId: record.id },
		orderBy: { id: "desc" },
		select: { actorLabel: true, at: true, action: true },
	});
	const change =
		last === null ? "it was changed" : `${last.actorLabel} changed it (${last.action}) at ${last.at.toISOString()}`;
	throw new VersionMismatchError(
		`the deployment is at revision ${record.revision}, not ${expectation.revision}: ${change}, and its status is '${record.status}'`,
	);
}
