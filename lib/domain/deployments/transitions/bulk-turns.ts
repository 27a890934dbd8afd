import type { Bulk } from "@/lib/contract/bulk";
import { administeredTargets } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import { isolate } from "@/lib/rules/text/isolate";

/** An item in the order of processing. */
export interface BulkTurn {
	readonly item: Bulk["items"][number];
	/** Deployments of the request whose activation that of this item would undo, newest first. */
	readonly newer: readonly string[];
}

/**
 * The order of a bulk decision (docs/contract.md, Activation): that of the items. Of activations
 * for one design and target the newest build comes first, so that the others can be refused.
 */
export async function bulkTurns(
	service: Service,
	principal: Principal,
	{ action, items }: Pick<Bulk, "action" | "items">,
): Promise<BulkTurn[]> {
	if (action !== "activate" || items.length === 1) return items.map((item) => ({ item, newer: [] }));
	// Deployments that the caller may not activate must not change the order, which would reveal
	// them.
	const rows = await service.prisma.$queryRaw<{ id: string; place: string }[]>(Prisma.sql`
		SELECT deployments.id, deployments.design_id || ' ' || deployments.target_id AS place
		FROM deployments JOIN targets ON targets.id = deployments.target_id
		WHERE deployments.id = ANY (${items.map(({ id }) => id)}::uuid[]) AND ${administeredTargets(principal)}
		ORDER BY deployments.build_date DESC, deployments.id`);
	const placeOf = new Map(rows.map(({ id, place }) => [id, place]));
	const ofPlace = new Map<string, string[]>();
	for (const { id, place } of rows) ofPlace.set(place, [...(ofPlace.get(place) ?? []), id]);
	const rivals = (id: string) => ofPlace.get(placeOf.get(id) ?? "") ?? [id];
	const order = new Set(items.flatMap(({ id }) => rivals(id)));
	const byId = new Map(items.map((item) => [item.id, item]));
	return [...order].flatMap((id) => {
		const item = byId.get(id);
		return item === undefined ? [] : [{ item, newer: rivals(id).slice(0, rivals(id).indexOf(id)) }];
	});
}

/**
 * @throws InvalidStateError when one of the newer deployments, which the request wants as well, is
 *   activated
 */
export async function refuseToUndo(service: Service, newer: readonly string[]): Promise<void> {
	if (newer.length === 0) return;
	const active = await service.prisma.deployment.findFirst({
		where: { id: { in: [...newer] }, status: "activated" },
		select: { id: true, design: { select: { name: true } }, target: { select: { name: true } } },
	});
	if (active === null) return;
	throw new InvalidStateError(
		`a newer build of '${isolate(active.design.name)}' in this request is activated on the target '${isolate(active.target.name)}' (deployment ${active.id}): activate this one by itself to go back to it`,
	);
}
