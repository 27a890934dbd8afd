import { usableSourcesOf } from "@/lib/access/access";
import type { ClaimedBuild } from "@/lib/builds/claim-build";
import type { SetBounds } from "@/lib/builds/complete-build";
import type { Audience } from "@/lib/contract/audience";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/service";

/** A set as it is going to be built. */
export interface PreparedSet {
	readonly setId: string;
	readonly name: string;
	readonly targetingCode: string;
	readonly geofenceCollectionId: string | null;
	readonly geofenceCount: number;
	/** Where the geofences lie. */
	readonly bounds: SetBounds | null;
	readonly audience: Audience | null;
}

/** An inventory source as it is going to be evaluated. */
export interface PreparedSource {
	readonly slug: string;
	readonly fileKey: string;
	readonly newestSeenAt: Date | null;
	readonly processedAt: Date;
}

/** Everything that a build needs to know, read once: the design is frozen until it is settled. */
export interface PreparedBuild {
	readonly type: "proximity" | "audience";
	readonly designName: string;
	readonly sets: readonly PreparedSet[];
	readonly sources: readonly PreparedSource[];
}

/**
 * Reads what is to be built.
 * @returns `refused` with the reason for the designer when the design cannot be built as it stands (design.md section 5)
 */
export async function prepareBuild(
	service: Service,
	claim: ClaimedBuild,
): Promise<PreparedBuild | { refused: string }> {
	const design = await service.prisma.design.findUniqueOrThrow({
		where: { id: claim.designId },
		include: {
			sets: {
				orderBy: [{ position: "asc" }, { id: "asc" }],
				include: {
					geofenceCollection: { select: { geofenceCount: true, west: true, south: true, east: true, north: true } },
				},
			},
		},
	});
	if (design.sets.length === 0) return { refused: "The design has no sets: add at least one." };
	const empty = design.sets.find((set) =>
		design.type === "proximity" ? (set.geofenceCollection?.geofenceCount ?? 0) === 0 : set.audience === null,
	);
	if (empty !== undefined) {
		const what = design.type === "proximity" ? "geofences" : "audience expression";
		return { refused: `The set '${empty.name}' has no ${what}: add some, or remove the set.` };
	}
	const sets = design.sets.map((set) => ({
		setId: set.id,
		name: set.name,
		targetingCode: set.targetingCode,
		geofenceCollectionId: set.geofenceCollectionId,
		geofenceCount: set.geofenceCollection?.geofenceCount ?? 0,
		bounds: set.geofenceCollection,
		// Written through the contract's parser only (create, edit).
		audience: set.audience as unknown as Audience | null,
	}));
	const slugs = [...new Set(sets.flatMap((set) => set.audience?.sources ?? []))];
	const sources = await findSources(service, design.ownerOrgId, slugs);
	const missing = slugs.find((slug) => !sources.some((source) => source.slug === slug));
	if (missing !== undefined) {
		return { refused: `There is no inventory source '${missing}' with data that the owner's organization may use.` };
	}
	return { type: design.type, designName: design.name, sets, sources };
}

async function findSources(service: Service, ownerOrgId: string, slugs: readonly string[]): Promise<PreparedSource[]> {
	if (slugs.length === 0) return [];
	const usable = await service.prisma.$queryRaw<{ id: string }[]>(Prisma.sql`
		SELECT s.id FROM inventory_sources s
		WHERE s.slug = ANY (${[...slugs]}::text[]) AND ${usableSourcesOf(ownerOrgId)}`);
	const records = await service.prisma.inventorySource.findMany({
		where: { id: { in: usable.map(({ id }) => id) } },
		include: { currentImport: true },
	});
	const bySlug = new Map(records.map((record) => [record.slug, record]));
	// In the order in which the design names them: the first is the contract's `source`.
	return slugs.flatMap((slug) => {
		const current = bySlug.get(slug)?.currentImport;
		if (!current) return [];
		const { fileKey, newestSeenAt, processedAt } = current;
		return [{ slug, fileKey, newestSeenAt, processedAt }];
	});
}
