import type { DeploymentStep } from "@/lib/contract/transitions";
import type { Principal } from "@/lib/domain/access/principal";
import { peopleBehind } from "@/lib/domain/accounts/people-behind";
import { findLastChange } from "@/lib/domain/audit/find-last-change";
import { Prisma } from "@/lib/generated/prisma/client";
import { isSerializationFailure, isUniqueViolation } from "@/lib/platform/db/conflicts";
import { transact } from "@/lib/platform/db/transact";
import { isInOneTransaction } from "@/lib/platform/in-one-transaction";
import type { Service, Transaction } from "@/lib/platform/service";
import { VersionMismatchError } from "@/lib/rules/errors";
import { findDeploymentOrThrow } from "./find-deployment-or-throw";
import type { DeploymentRecord } from "./load-deployments";
import { fourEyesRefusal, rightRefusal, stateRefusal } from "./transition-rules";
import { ChangedMeanwhileError } from "./write-transition";

/**
 * The version that the caller decided on; the decision holds for that version only
 * (docs/contract.md, Revisions).
 */
export interface Expectation {
	/** `If-Match`: the revision that the caller read. */
	readonly revision?: number | undefined;
	/** `X-Build-Digest`: the digest of the file that the caller read, as `sha256:<hex>`. */
	readonly digest?: string | undefined;
}

/**
 * Carries out a transition, first without a lock: `writeTransition` writes only if the rows are
 * unchanged. If they changed, the transition runs again in a transaction that locks them. The usual
 * transition, without rivals, thus holds no lock between statements, and rivals queue up.
 * @param attempt finds, checks and writes; it may run several times and writes only through `db`,
 *   in its last statement, unless the rows are locked
 * @throws whatever the attempt throws
 */
export async function attemptTransition<Result>(
	service: Service,
	deploymentId: string,
	attempt: (db: Transaction, locked: boolean) => Promise<Result>,
): Promise<Result> {
	try {
		const unlocked = (db: Transaction) => attempt(db, false);
		// A single statement commits alone; with an Idempotency-Key, together with its answer.
		return await (isInOneTransaction(service) ? transact(service.prisma, unlocked) : unlocked(service.prisma));
	} catch (thrown) {
		if (!(thrown instanceof ChangedMeanwhileError || isUniqueViolation(thrown) || isSerializationFailure(thrown)))
			throw thrown;
	}
	return transact(service.prisma, async (tx) => {
		await lockSiblings(tx, deploymentId);
		return attempt(tx, true);
	});
}

/**
 * Locks a deployment and checks a transition; the checks hold until the commit.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError, InvalidStateError
 */
export async function beginTransition(
	tx: Transaction,
	principal: Principal,
	deploymentId: string,
	step: DeploymentStep,
	expectation: Expectation = {},
): Promise<DeploymentRecord> {
	await lockSiblings(tx, deploymentId);
	return findForTransition(tx, principal, deploymentId, step, expectation);
}

/**
 * Locks the deployments of the same design on the same target, always in the same order, so that
 * rival transitions queue up instead of deadlocking.
 */
export async function lockSiblings(tx: Transaction, deploymentId: string): Promise<void> {
	await tx.$rows(Prisma.sql`SELECT x.id FROM deployments x
			JOIN deployments own ON own.design_id = x.design_id AND own.target_id = x.target_id
			WHERE own.id = ${deploymentId}::uuid ORDER BY x.id FOR NO KEY UPDATE OF x`);
}

/**
 * {@link lockSiblings} without waiting.
 * @returns false when another transaction has locked one, or there is none
 */
export async function tryLockSiblings(tx: Transaction, deploymentId: string): Promise<boolean> {
	const locked = await tx.$queryRaw<unknown[]>`
		SELECT x.id FROM deployments x
		JOIN deployments own ON own.design_id = x.design_id AND own.target_id = x.target_id
		WHERE own.id = ${deploymentId}::uuid ORDER BY x.id FOR NO KEY UPDATE OF x SKIP LOCKED`;
	const [all] = await tx.$queryRaw<{ count: number }[]>`
		SELECT count(*)::int AS count FROM deployments x
		JOIN deployments own ON own.design_id = x.design_id AND own.target_id = x.target_id
		WHERE own.id = ${deploymentId}::uuid`;
	return locked.length > 0 && locked.length >= (all?.count ?? 0);
}

/**
 * Finds a deployment and checks existence, right, expectation and state, in this order.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError, InvalidStateError
 */
export async function findForTransition(
	db: Transaction,
	principal: Principal,
	deploymentId: string,
	step: DeploymentStep,
	expectation: Expectation = {},
): Promise<DeploymentRecord> {
	const record = await findDeploymentOrThrow(db, principal, deploymentId);
	const forbidden = rightRefusal(principal, record, step);
	if (forbidden !== null) throw forbidden;
	if (step === "activate") await refuseOwnRequest(db, principal, record);
	await expectUnchanged(db, record, expectation);
	const impossible = stateRefusal(record, step);
	if (impossible !== null) throw impossible;
	return record;
}

/**
 * @throws ForbiddenError when the target's four-eyes rule forbids the activation
 */
export async function refuseOwnRequest(db: Transaction, principal: Principal, record: DeploymentRecord): Promise<void> {
	if (!record.target.four_eyes) return;
	const refusal = fourEyesRefusal(await peopleBehind(db, principal), record);
	if (refusal !== null) throw refusal;
}

/**
 * @throws VersionMismatchError when the deployment is no longer the one that the caller decided on
 */
export async function expectUnchanged(
	db: Transaction,
	record: DeploymentRecord,
	expectation: Expectation,
): Promise<void> {
	if (expectation.digest !== undefined && expectation.digest !== `sha256:${record.build.digest}`) {
		throw new VersionMismatchError("the digest must be that of the deployment's build, and is another one");
	}
	if (expectation.revision === undefined || expectation.revision === record.revision) return;
	const last = await findLastChange(db, { object_type: "deployment", object_id: record.id });
	const change =
		last === null ? "it was changed" : `${last.words} changed it (${last.action}) at ${last.at.toISOString()}`;
	throw new VersionMismatchError(
		`the deployment is at revision ${record.revision}, not ${expectation.revision}: ${change}, and its status is '${record.status}'`,
	);
}
