import type { Design } from "@/lib/contract/design";
import { DESIGN_ACTIONS } from "@/lib/contract/transitions";
import { mayEditDesign, requireRight } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { findDesignOrThrow } from "@/lib/domain/designs/find-design";
import { loadDesignRows } from "@/lib/domain/designs/load-design-rows";
import { type DesignRecord, factsOf } from "@/lib/domain/designs/load-designs";
import { translateConflict } from "@/lib/platform/db/conflicts";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";

/**
 * Request Build of a Design (specification, Management API): the design becomes `requested` and uneditable.
 * @param reason why the build is requested, 1 to 2,000 characters
 * @throws NotFoundError, ForbiddenError
 * @throws InvalidStateError when its status is not `in_design`, `rejected` or `built`, or its build is external
 */
export async function requestBuild(
	service: Service,
	principal: Principal,
	designId: string,
	{ reason }: { reason: string },
): Promise<Design> {
	const row = await transact(service.prisma, async (tx) => {
		const before = await findBuildable(tx, principal, designId);
		const now = service.now();
		const allowed = DESIGN_ACTIONS.request_build;
		const { count } = await tx.design.updateMany({
			where: { id: designId, status: { in: [...allowed] }, externalBuild: false },
			data: { status: "requested", statusReason: null, updatedAt: now, revision: { increment: 1 } },
		});
		if (count === 0) {
			// Once more: it may have been deleted meanwhile.
			const { status } = (await findDesignOrThrow(tx, principal, designId)).record;
			throw new InvalidStateError(
				`cannot request a build of a design whose status is '${status}': it must be '${allowed.join("', '")}'`,
			);
		}
		// Once more, of what the claim holds still: it may have been renamed, or the right taken away, while the claim waited.
		const record = await findBuildable(tx, principal, designId);
		const build = await tx.build.create({
			data: {
				designId,
				type: record.type,
				name: record.name,
				reason,
				requestedById: principal.userId,
				requestedByOrgId: principal.organizationId,
				requestedAt: now,
			},
			select: { id: true },
		});
		await recordEvent(service, tx, principal, {
			action: "request_build",
			objectType: "design",
			objectId: designId,
			designId,
			organizationId: record.ownerOrgId,
			statusBefore: before.status,
			statusAfter: "requested",
			reason,
			detail: { build_id: build.id },
		});
		const [after] = await loadDesignRows(tx, principal, [designId]);
		if (after === undefined) throw new Error("A design cannot vanish in its own transaction.");
		return after;
	}).catch(translateConflict("a build of this design was requested at the same time"));
	service.signals.emit("build-requested");
	return row;
}

async function findBuildable(tx: Transaction, principal: Principal, designId: string): Promise<DesignRecord> {
	const { record } = await findDesignOrThrow(tx, principal, designId);
	requireRight(
		principal,
		(caller) => mayEditDesign(caller, factsOf(record)),
		"only who may edit this design may request a build of it",
	);
	if (record.externalBuild) {
		throw new InvalidStateError(
			"the design is tied to a build created outside the designer tools: no build can be requested",
		);
	}
	return record;
}
