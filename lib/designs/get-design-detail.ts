import { designSight, mayEditDesign, mayRequestDeployment, mayShareDesign } from "@/lib/access/access";
import type { Principal } from "@/lib/access/principal";
import type { Audience } from "@/lib/contract/audience";
import type { DesignDetail, DesignSet } from "@/lib/contract/design";
import type { GeofenceCollection } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/service";
import { findDesignOrThrow } from "./find-design";
import { type DesignRecord, factsOf } from "./load-designs";

/**
 * `GET /api/designs/<id>`: the contract's row with revision, visibility, reasons and what each set holds; contents stay
 * hidden from those who see the design through a target only.
 * @throws NotFoundError when the caller does not see it.
 */
export async function getDesignDetail(service: Service, principal: Principal, designId: string): Promise<DesignDetail> {
	const { record, row } = await findDesignOrThrow(service.prisma, principal, designId);
	const facts = factsOf(record);
	const direct = designSight(principal, facts) === "direct";
	const edit = mayEditDesign(principal, facts);
	return {
		...row,
		revision: record.revision,
		visibility: direct ? record.visibilityTags : [],
		status_reason: direct ? record.statusReason : null,
		contents: direct ? await loadContents(service, record) : null,
		permissions: {
			edit,
			request_build: edit,
			request_deployment: mayRequestDeployment(principal, facts),
			share: mayShareDesign(principal, facts),
		},
	};
}

async function loadContents(service: Service, record: DesignRecord): Promise<DesignSet[]> {
	const collectionIds = record.sets.flatMap((set) => set.geofenceCollectionId ?? []);
	const collections = await service.prisma.geofenceCollection.findMany({ where: { id: { in: collectionIds } } });
	const byId = new Map(collections.map((collection) => [collection.id, collection]));
	return record.sets.map((set) => ({
		set_id: set.id,
		set_name: set.name,
		targeting_code: set.targetingCode,
		geofences: record.type === "proximity" ? summarise(byId.get(set.geofenceCollectionId ?? "")) : null,
		// Written through the contract's parser only (create, edit).
		audience: set.audience === null ? null : (set.audience as unknown as Audience),
	}));
}

function summarise(collection: GeofenceCollection | undefined): NonNullable<DesignSet["geofences"]> {
	if (collection === undefined) return { count: 0, bounds: null };
	const { west, south, east, north } = collection;
	const known = west !== null && south !== null && east !== null && north !== null;
	return { count: collection.geofenceCount, bounds: known ? [west, south, east, north] : null };
}
