import type { DesignData } from "@/lib/contract/design";
import type { PersonRef } from "@/lib/contract/person-ref";
import { loadPeople, withName } from "@/lib/domain/access/load-people";
import { Prisma } from "@/lib/generated/prisma/client";
import { timeOfJson } from "@/lib/platform/db/time-of-json";
import type { Transaction } from "@/lib/platform/service";

/**
 * Condition over `designs`: a source of the newest build, a list that is pulled, or the release of
 * points of interest has changed since that build read it.
 */
export const hasStaleData = Prisma.sql`(EXISTS (SELECT 1 FROM build_sources bs
	JOIN inventory_sources src ON src.id = bs.source_id
	WHERE bs.build_id = designs.most_recent_build_id AND src.current_import_id IS DISTINCT FROM bs.import_id)
	OR EXISTS (SELECT 1 FROM build_sets t JOIN poi_releases r ON r.current
		WHERE t.build_id = designs.most_recent_build_id AND t.poi_release_id <> r.id)
	OR EXISTS (SELECT 1 FROM pulls p JOIN design_sets s ON s.id = p.set_id
	JOIN build_sets bs ON bs.build_id = designs.most_recent_build_id AND bs.set_id = s.id
	WHERE p.design_id = designs.id AND p.last_changed_at IS NOT NULL
		AND s.geofence_collection_id IS DISTINCT FROM bs.geofence_collection_id))`;

interface ReadData {
	readonly id: string;
	readonly type: string;
	readonly sources:
		| readonly (readonly [slug: string, name: string, builtOn: string, newest: string | null, stale: boolean])[]
		| null;
	readonly pois: readonly [name: string, builtOn: string, newest: string | null, stale: boolean] | null;
	readonly lists:
		| readonly (readonly [setId: string, name: string, builtOn: string | null, newest: string | null, stale: boolean])[]
		| null;
	readonly follows_pois: boolean;
	readonly rebuild: boolean | null;
	readonly redeploy: boolean | null;
	readonly setBy: string | null;
	readonly set_by_id: string | null;
	readonly problem: string | null;
	readonly problem_at: Date | null;
}

/** The data of audience designs, and of those with lists that are pulled or points of interest, by id; one query. */
export async function loadDesignData(
	db: Transaction,
	designs: readonly { readonly id: string; readonly external_build: boolean }[],
): Promise<Map<string, DesignData>> {
	const ids = designs.filter(({ external_build: externalBuild }) => !externalBuild).map(({ id }) => id);
	if (ids.length === 0) return new Map();
	const found = await db.$queryRaw<ReadData[]>(Prisma.sql`
		SELECT designs.id, designs.type::text AS type, a.rebuild, a.redeploy, u.email AS "setBy", u.id AS set_by_id, a.problem, a.problem_at,
			(SELECT json_agg(json_build_array(src.slug, src.name, bs.processed_at, i.processed_at, i.id IS DISTINCT FROM bs.import_id)
					ORDER BY bs.processed_at, src.slug)
				FROM build_sources bs JOIN inventory_sources src ON src.id = bs.source_id
				LEFT JOIN inventory_imports i ON i.id = src.current_import_id
				WHERE bs.build_id = designs.most_recent_build_id) AS sources,
			(SELECT json_build_array(r.name, r.imported_at, c.imported_at, COALESCE(c.id <> r.id, FALSE)) FROM build_sets t
				JOIN poi_releases r ON r.id = t.poi_release_id LEFT JOIN poi_releases c ON c.current
				WHERE t.build_id = designs.most_recent_build_id ORDER BY r.imported_at LIMIT 1) AS pois,
			(SELECT json_agg(json_build_array(s.id, s.name, old.created_at, new.created_at,
					bs.set_id IS NOT NULL AND new.id IS NOT NULL AND old.id IS DISTINCT FROM new.id) ORDER BY s.position)
				FROM pulls p JOIN design_sets s ON s.id = p.set_id
				LEFT JOIN geofence_collections new ON new.id = s.geofence_collection_id AND p.last_changed_at IS NOT NULL
				LEFT JOIN build_sets bs ON bs.build_id = designs.most_recent_build_id AND bs.set_id = s.id
				LEFT JOIN geofence_collections old ON old.id = bs.geofence_collection_id
				WHERE p.design_id = designs.id) AS lists,
			EXISTS (SELECT FROM design_sets s WHERE s.design_id = designs.id AND s.poi_release_id IS NOT NULL) AS follows_pois
		FROM designs LEFT JOIN design_automations a ON a.design_id = designs.id LEFT JOIN users u ON u.id = a.set_by_id
		WHERE designs.id = ANY (${ids}::uuid[])`);
	const people = await loadPeople(
		db,
		found.map(({ set_by_id: setById }) => setById),
	);
	const moving = found.filter(
		({ type, lists, follows_pois: followsPois }) => type === "audience" || lists !== null || followsPois,
	);
	return new Map(moving.map((read) => [read.id, describe(read, people.get(read.set_by_id ?? "") ?? null)]));
}

function describe(
	{ sources, lists, pois, rebuild, redeploy, setBy, problem, problem_at: problemAt }: ReadData,
	person: PersonRef | null,
): DesignData {
	const read = (sources ?? []).map(([slug, name, builtOn, newest, stale]) => ({
		slug,
		name,
		built_on: timeOfJson(builtOn),
		newest: newest === null ? null : timeOfJson(newest),
		stale,
	}));
	const pulled = (lists ?? []).map(([set_id, name, builtOn, newest, stale]) => ({
		set_id,
		name,
		built_on: builtOn === null ? null : timeOfJson(builtOn),
		newest: newest === null ? null : timeOfJson(newest),
		stale,
		pull: null,
	}));
	const named = problem && setBy && person ? withName(problem, setBy, person.name) : problem;
	return {
		sources: read,
		lists: pulled,
		points_of_interest: pois && releaseOf(pois),
		stale: pois?.[3] || [...read, ...pulled].some(({ stale }) => stale),
		rebuild_on_data: rebuild ?? false,
		redeploy: redeploy ?? false,
		set_by: setBy,
		set_by_person: person,
		problem: named,
		problem_at: problemAt?.toISOString() ?? null,
	};
}

function releaseOf([name, builtOn, newest, stale]: NonNullable<ReadData["pois"]>): DesignData["points_of_interest"] {
	return { name, built_on: timeOfJson(builtOn), newest: newest && timeOfJson(newest), stale };
}
