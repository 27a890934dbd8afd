import type { InventoryPull, SetInventoryPull } from "@/lib/contract/inventory";
import type { Principal } from "@/lib/domain/access/principal";
import { type PullOwner, removePull, runPull, setPull } from "@/lib/domain/pulls/set-pull";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { describePull } from "./describe-pull";
import { sources } from "./sources";

async function ownerOf(tx: Transaction, principal: Principal, slug: string): Promise<PullOwner> {
	const { id } = await sources.findForChange(tx, principal, slug);
	return {
		where: { source_id: id },
		about: { object_type: "inventory_source", object_id: id },
		words: "the inventory source",
	};
}

/**
 * `PUT /api/inventory-sources/<slug>/pull`: from where and when the data are pulled.
 * @throws NotFoundError, and as `setPull`
 */
export async function setInventoryPull(
	service: Service,
	principal: Principal,
	slug: string,
	wanted: SetInventoryPull,
): Promise<InventoryPull> {
	return transact(service.prisma, async (tx) => {
		const record = await setPull(service, tx, principal, await ownerOf(tx, principal, slug), wanted);
		return describePull(record, service.now());
	});
}

/**
 * `DELETE /api/inventory-sources/<slug>/pull`: ends the pulls; the data stay.
 * @throws NotFoundError, ForbiddenError
 */
export async function deleteInventoryPull(service: Service, principal: Principal, slug: string): Promise<void> {
	await transact(service.prisma, async (tx) => removePull(service, tx, principal, await ownerOf(tx, principal, slug)));
}

/**
 * `POST /api/inventory-sources/<slug>/pull/run`: has the data pulled at once, by the background job.
 * @throws NotFoundError, ForbiddenError
 */
export async function runInventoryPull(service: Service, principal: Principal, slug: string): Promise<InventoryPull> {
	return transact(service.prisma, async (tx) =>
		describePull(await runPull(service, tx, await ownerOf(tx, principal, slug)), service.now()),
	);
}
