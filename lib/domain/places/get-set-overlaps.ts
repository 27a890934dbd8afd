import type { SetOverlaps } from "@/lib/contract/place";
import { designVisibility } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { findDesignOrThrow } from "@/lib/domain/designs/find-design-or-throw";
import { accessAttributesOf } from "@/lib/domain/designs/load-designs";
import type { Service } from "@/lib/platform/service";
import { NotFoundError } from "@/lib/rules/errors";
import { beginningAgain, overlapsOfSet } from "./compare-with-places";

/**
 * `GET /api/designs/<id>/sets/<set_id>/sensitive-places` (docs/contract.md, Places): the geofences
 * of a set that overlap sensitive places.
 * @throws NotFoundError when the caller does not see the design's contents, or it has no such set
 * @throws ThrottledError, UnavailableError when too much is compared at once, or it takes too long
 */
export async function getSetOverlaps(
	service: Service,
	principal: Principal,
	{ designId, setId }: { readonly designId: string; readonly setId: string },
	signal: AbortSignal,
): Promise<SetOverlaps> {
	return beginningAgain(async () => {
		const { record } = await findDesignOrThrow(service.prisma, principal, designId);
		const set = record.sets.find(({ id }) => id === setId);
		if (designVisibility(principal, accessAttributesOf(record)) !== "direct" || set === undefined)
			throw new NotFoundError("set not found");
		return overlapsOfSet(service, set.geofence_collection_id, { caller: principal, signal });
	});
}
