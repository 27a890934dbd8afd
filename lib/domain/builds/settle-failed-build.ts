import type { BuildDetail } from "@/lib/contract/build";
import { DESIGN_TRANSITIONS } from "@/lib/contract/transitions";
import { mayOperate } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { moveDesign } from "@/lib/domain/designs/move-design";
import { Prisma } from "@/lib/generated/prisma/client";
import { translateConflict } from "@/lib/platform/db/conflicts";
import { transact } from "@/lib/platform/db/transact";
import { afterCommit } from "@/lib/platform/in-one-transaction";
import type { Service, Transaction } from "@/lib/platform/service";
import { ForbiddenError, InvalidStateError, VersionMismatchError } from "@/lib/rules/errors";
import { findBuildOrThrow } from "./get-build";

/** From `If-Match`. */
interface Expectation {
	readonly revision?: number;
}

/** The API's verbs for an operator's decisions on a failed build. */
const VERBS = { retry_build: "retry", abandon_build: "reject" } as const;

/**
 * `POST /api/builds/<id>/retry`: an operator queues a failed build again with all attempts.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError
 * @throws InvalidStateError when the build has not failed or a rival has settled it
 */
export async function retryBuild(
	service: Service,
	principal: Principal,
	buildId: string,
	expectation: Expectation = {},
): Promise<BuildDetail> {
	const build = await transact(service.prisma, (tx) =>
		settle(service, tx, principal, buildId, { event: "retry_build", reason: null }, expectation),
	).catch(translateConflict("another build of this design is pending"));
	await afterCommit(service, () => service.signals.emit("build-requested"));
	return build;
}

/**
 * `POST /api/builds/<id>/reject`: an operator abandons a failed build; the designer reads the
 * reason and may edit again.
 * @throws as {@link retryBuild}
 */
export async function abandonBuild(
	service: Service,
	principal: Principal,
	buildId: string,
	{ reason }: { readonly reason: string },
	expectation: Expectation = {},
): Promise<BuildDetail> {
	return transact(service.prisma, (tx) =>
		settle(service, tx, principal, buildId, { event: "abandon_build", reason }, expectation),
	);
}

async function settle(
	service: Service,
	tx: Transaction,
	principal: Principal,
	buildId: string,
	{ event, reason }: { readonly event: keyof typeof VERBS; readonly reason: string | null },
	{ revision }: Expectation,
): Promise<BuildDetail> {
	const before = await findBuildOrThrow(tx, principal, buildId);
	if (!mayOperate(principal)) throw new ForbiddenError(`only operators may ${VERBS[event]} a failed build`);
	if (revision !== undefined && revision !== before.revision) {
		throw new VersionMismatchError(
			`the build is at revision ${before.revision}, not ${revision}: its status is '${before.status}'`,
		);
	}
	// Locks the design first, as edits and deletions do.
	const moved = await moveDesign(service, tx, principal, {
		design_id: before.design_id,
		event,
		reason,
		status_reason: reason,
		detail: { build_id: buildId },
		where: [Prisma.sql`EXISTS (SELECT FROM builds b WHERE b.id = ${buildId}::uuid AND b.status = 'failed')`],
	});
	const build = await tx.build.updateMany({
		where: { id: buildId, status: "failed", revision: before.revision },
		data: {
			status: DESIGN_TRANSITIONS[event].to,
			status_reason: reason,
			revision: { increment: 1 },
			...(event === "retry_build" ? { attempts: 0, not_before: null, phase: null, percent: 0 } : {}),
		},
	});
	if (!moved || build.count === 0) {
		const { status } = await findBuildOrThrow(tx, principal, buildId);
		throw new InvalidStateError(`cannot ${VERBS[event]} a build whose status is '${status}': it must be 'failed'`);
	}
	return findBuildOrThrow(tx, principal, buildId);
}
