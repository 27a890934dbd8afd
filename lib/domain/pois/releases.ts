import { type ListPoiReleases, type PoiRelease, poiRelease } from "@/lib/contract/point-of-interest";
import { mayOperate } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { defineResource } from "@/lib/domain/lists/define-resource";
import type { Page } from "@/lib/domain/lists/page";
import { rowOf } from "@/lib/domain/lists/row-of";
import { Prisma, type PoiRelease as ReleaseRecord } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { ForbiddenError } from "@/lib/rules/errors";

/** All users see the releases of points of interest. */
export const releases = defineResource({
	name: "release of points of interest",
	...{ from: Prisma.sql`poi_releases r`, id: Prisma.sql`r.id`, sort: Prisma.sql`r.imported_at`, order: "desc" },
	visible: (_: Principal) => Prisma.sql`TRUE`,
	requireRight: requireReleaseKeeper,
	load: (db, ids) => db.poiRelease.findMany({ where: { id: { in: ids } } }),
});

/** @throws ForbiddenError unless the caller is an operator */
export function requireReleaseKeeper(principal: Principal): void {
	if (!mayOperate(principal)) throw new ForbiddenError("only operators may manage releases of points of interest");
}

/** The key of a release's file. */
export const releaseFileKey = (id: string) => `pois/${id}.duckdb`;

/** A release in the API's form. */
export const describeRelease = (record: ReleaseRecord): PoiRelease =>
	rowOf(poiRelease, record, { available: record.file_key !== null });

/** `GET /api/poi-releases`: the releases, the newest first. */
export async function listReleases(
	{ prisma }: Service,
	principal: Principal,
	paging: ListPoiReleases,
): Promise<Page<PoiRelease>> {
	const { rows, total } = await releases.page(prisma, principal, paging);
	return { rows: rows.map(describeRelease), total };
}
