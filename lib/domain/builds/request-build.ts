import { randomUUID } from "node:crypto";
import type { Design } from "@/lib/contract/design";
import { mayEditDesign, requireRight } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { findDesignOrThrow } from "@/lib/domain/designs/find-design-or-throw";
import { loadDesignRows } from "@/lib/domain/designs/load-design-rows";
import { accessAttributesOf, type DesignRecord } from "@/lib/domain/designs/load-designs";
import { designRefusal, moveDesign } from "@/lib/domain/designs/move-design";
import { Prisma } from "@/lib/generated/prisma/client";
import { translateConflict } from "@/lib/platform/db/conflicts";
import { transact } from "@/lib/platform/db/transact";
import { afterCommit } from "@/lib/platform/in-one-transaction";
import type { Service, Transaction } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import { currentTraceparent } from "@/lib/tracing/tracing";

const SAME_TIME = "a build of this design was requested at the same time";

/**
 * Requests a build of a design (docs/contract.md, Management API): the design becomes `requested`
 * and frozen.
 * @param reason why the build is requested, 1 to 2,000 characters
 * @throws NotFoundError, ForbiddenError
 * @throws InvalidStateError when its status is not `in_design`, `rejected` or `built`, or its build
 *   is external
 */
export async function requestBuild(
	service: Service,
	principal: Principal,
	designId: string,
	{ reason }: { reason: string },
): Promise<Design> {
	const row = await transact(service.prisma, async (tx) => {
		await findBuildable(tx, principal, designId);
		const buildId = randomUUID();
		const moved = await moveDesign(service, tx, principal, {
			design_id: designId,
			event: "request_build",
			reason,
			detail: { build_id: buildId },
			where: [Prisma.sql`NOT designs.external_build`],
		});
		// Checks again, as design and right may have changed while the statement waited for the
		// lock.
		const record = await findBuildable(tx, principal, designId);
		if (!moved) throw designRefusal("request_build", record.status) ?? new InvalidStateError(SAME_TIME);
		await tx.build.create({
			data: {
				id: buildId,
				design_id: designId,
				type: record.type,
				name: record.name,
				reason,
				requested_by_id: principal.userId,
				requested_by_org_id: principal.organizationId,
				requested_at: service.now(),
				trace_parent: currentTraceparent() ?? null,
			},
			select: { id: true },
		});
		const [after] = await loadDesignRows(tx, principal, [designId]);
		if (after === undefined) throw new Error("the locked design must exist");
		return after;
	}).catch(translateConflict(SAME_TIME));
	await afterCommit(service, () => service.signals.emit("build-requested"));
	return row;
}

async function findBuildable(tx: Transaction, principal: Principal, designId: string): Promise<DesignRecord> {
	const { record } = await findDesignOrThrow(tx, principal, designId);
	requireRight(
		principal,
		(caller) => mayEditDesign(caller, accessAttributesOf(record)),
		"only editors of this design may request a build of it",
	);
	if (record.external_build) {
		throw new InvalidStateError("the design has an external build: no build can be requested");
	}
	return record;
}
