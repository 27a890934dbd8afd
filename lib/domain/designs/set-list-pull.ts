import type { ListPull, SetListPull } from "@/lib/contract/list-pull";
import type { Principal } from "@/lib/domain/access/principal";
import { type PullOwner, removePull, runPull, setPull } from "@/lib/domain/pulls/set-pull";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { InvalidArgumentError, InvalidStateError, NotFoundError } from "@/lib/rules/errors";
import { requireEditor } from "./claim-edit";
import { describeListPull } from "./describe-list-pull";
import { findDesignOrThrow } from "./find-design-or-throw";
import type { SetPath } from "./replace-contents";

/** @throws NotFoundError, ForbiddenError; InvalidArgumentError for an audience design */
async function ownerOf(tx: Transaction, principal: Principal, { designId, setId }: SetPath): Promise<PullOwner> {
	const { record } = await findDesignOrThrow(tx, principal, designId);
	requireEditor(principal, record);
	// A query that is set at the same time is over by then, or waits for this.
	await tx.$queryRaw`SELECT 1 FROM designs WHERE id = ${record.id}::uuid FOR NO KEY UPDATE`;
	const set = await tx.designSet.findFirst({
		where: { id: setId, design_id: record.id },
		select: { poi_query: true },
	});
	if (set === null) throw new NotFoundError("set not found");
	if (record.type !== "proximity") {
		throw new InvalidArgumentError("the design is of type 'audience': the data of its sources are pulled");
	}
	if (set.poi_query !== null) {
		throw new InvalidStateError("the set follows points of interest: turn them into a list before it pulls one");
	}
	if (record.external_build) throw new InvalidStateError("the design has an external build: its sets are not pulled");
	return {
		where: { set_id: setId },
		design_id: designId,
		about: {
			object_type: "design",
			object_id: designId,
			design_id: designId,
			organization_id: record.owner_org_id,
			detail: { set_id: setId },
		},
		words: "the set",
	};
}

/**
 * `PUT /api/designs/<id>/sets/<set_id>/pull`: from where and when the geofences of a set are pulled,
 * with the caller's rights (docs/contract.md, Lists that follow a feed).
 * @throws as `ownerOf` and `setPull`
 */
export function setListPull(
	service: Service,
	principal: Principal,
	set: SetPath,
	wanted: SetListPull,
): Promise<ListPull> {
	return transact(service.prisma, async (tx) =>
		describeListPull(await setPull(service, tx, principal, await ownerOf(tx, principal, set), wanted)),
	);
}

/** `DELETE /api/designs/<id>/sets/<set_id>/pull`: ends the pulls; the geofences stay. */
export async function deleteListPull(service: Service, principal: Principal, set: SetPath): Promise<void> {
	await transact(service.prisma, async (tx) => removePull(service, tx, principal, await ownerOf(tx, principal, set)));
}

/** `POST /api/designs/<id>/sets/<set_id>/pull/run`: has the list pulled at once, by the background job. */
export function runListPull(service: Service, principal: Principal, set: SetPath): Promise<ListPull> {
	return transact(service.prisma, async (tx) =>
		describeListPull(await runPull(service, tx, await ownerOf(tx, principal, set))),
	);
}
