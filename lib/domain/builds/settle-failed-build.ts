import type { BuildDetail } from "@/lib/contract/build";
import { mayOperate } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import type { Service, Transaction } from "@/lib/platform/service";
import { ForbiddenError, InvalidStateError, VersionMismatchError } from "@/lib/rules/errors";
import { findBuildOrThrow } from "./get-build";

/** What an operator makes of a failed build. */
export type Settlement = ({ readonly to: "requested" } | { readonly to: "rejected"; readonly reason: string }) & {
	/** From `If-Match`. */
	readonly expectedRevision: number | undefined;
};

/**
 * Takes a failed build and its design out of `failed`, each in one conditional update (design.md section 5), inside the
 * transaction of an operator's decision.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError
 * @throws InvalidStateError when the build has not failed, or somebody else has decided meanwhile
 */
export async function settleFailedBuild(
	service: Service,
	tx: Transaction,
	principal: Principal,
	buildId: string,
	settlement: Settlement,
): Promise<BuildDetail> {
	const verb = settlement.to === "requested" ? "retry" : "reject";
	const before = await findBuildOrThrow(tx, principal, buildId);
	if (!mayOperate(principal)) throw new ForbiddenError(`only operators may ${verb} a failed build`);
	const { expectedRevision } = settlement;
	if (expectedRevision !== undefined && expectedRevision !== before.revision) {
		throw new VersionMismatchError(
			`the build is at revision ${before.revision}, not ${expectedRevision}: its status is '${before.status}'`,
		);
	}
	const reason = "reason" in settlement ? settlement.reason : null;
	const now = service.now();
	// The design first, as whoever edits or deletes it does.
	const design = await tx.design.updateMany({
		where: { id: before.design_id, status: "failed", builds: { some: { id: buildId, status: "failed" } } },
		data: { status: settlement.to, statusReason: reason, updatedAt: now, revision: { increment: 1 } },
	});
	const build = await tx.build.updateMany({
		where: { id: buildId, status: "failed", revision: before.revision },
		data: {
			status: settlement.to,
			statusReason: reason,
			revision: { increment: 1 },
			...(settlement.to === "requested" ? { attempts: 0, notBefore: null, phase: null, percent: 0 } : {}),
		},
	});
	if (design.count === 0 || build.count === 0) {
		const { status } = await findBuildOrThrow(tx, principal, buildId);
		throw new InvalidStateError(`cannot ${verb} a build whose status is '${status}': it must be 'failed'`);
	}
	await recordEvent(service, tx, principal, {
		action: `${verb}_build`,
		objectType: "design",
		objectId: before.design_id,
		designId: before.design_id,
		statusBefore: "failed",
		statusAfter: settlement.to,
		reason,
		detail: { build_id: buildId },
	});
	return findBuildOrThrow(tx, principal, buildId);
}
