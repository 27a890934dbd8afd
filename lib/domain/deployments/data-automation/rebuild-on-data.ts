import { requestBuild } from "@/lib/domain/builds/request-build";
import { findDesignOrThrow } from "@/lib/domain/designs/find-design-or-throw";
import { Prisma } from "@/lib/generated/prisma/client";
import { inOneTransaction } from "@/lib/platform/in-one-transaction";
import type { Service } from "@/lib/platform/service";
import { type AutomationRecord, automationInclude, dayWords, principalOfAutomation } from "./automation-record";
import { problemOf, settleProblem } from "./note-problem";
import { redeployOnData } from "./redeploy-on-data";

const BATCH = 100;

/** A design whose data changed since its newest build. */
interface Due {
	readonly design_id: string;
	/** Digest of the current versions. */
	readonly versions: string;
	readonly newest: Date;
	/** Whether they are lists that are pulled. */
	readonly is_list: boolean;
	/** Whether its sets were changed since that build was requested, other than by what is pulled. */
	readonly edited: boolean;
}

/** Whether {@link rebuildOnData} may have something to do. */
export const mayRebuild = () =>
	Prisma.sql`EXISTS (SELECT FROM design_automations WHERE rebuild OR build_id IS NOT NULL)`;

/**
 * Requests builds of designs whose data changed, and deployments of those that are completed
 * (docs/contract.md, Data that move), each once across all processes, with the present rights of
 * the automation's author. Changes during a build lead to one further build.
 * @returns the number of builds, requests and problems
 */
export async function rebuildOnData(service: Service): Promise<number> {
	let done = await redeployOnData(service);
	const due = await findDue(service);
	if (due.length === 0) return done;
	const automations = await service.prisma.designAutomation.findMany({
		where: { design_id: { in: due.map(({ design_id: designId }) => designId) } },
		include: automationInclude,
	});
	const byId = new Map(automations.map((automation) => [automation.design_id, automation]));
	for (const each of due) {
		const automation = byId.get(each.design_id);
		if (automation !== undefined && (await settle(service, automation, each))) done += 1;
	}
	return done;
}

/** While a build is under way the design has another status: it is found afterwards. */
function findDue(service: Service): Promise<Due[]> {
	return service.prisma.$queryRaw<Due[]>`
		SELECT * FROM (
			SELECT a.design_id, max(v.newest) AS newest, a.tried, b.id AS build_id, bool_or(v.is_list) AS is_list,
				md5(string_agg(DISTINCT v.version, ',' ORDER BY v.version)) AS versions, bool_or(v.stale) AS stale,
				EXISTS (SELECT FROM design_sets s LEFT JOIN pulls p ON p.set_id = s.id WHERE s.design_id = a.design_id
					AND ((s.updated_at > b.requested_at AND p.last_changed_at >= s.updated_at IS NOT TRUE)
					OR NOT EXISTS (SELECT FROM build_sets t WHERE t.build_id = b.id AND t.set_id = s.id)))
				OR EXISTS (SELECT FROM build_sets t WHERE t.build_id = b.id
					AND NOT EXISTS (SELECT FROM design_sets s WHERE s.design_id = a.design_id AND s.id = t.set_id)) AS edited
			FROM design_automations a JOIN designs d ON d.id = a.design_id JOIN builds b ON b.id = d.most_recent_build_id
			JOIN LATERAL (
				SELECT src.id || ' ' || i.id AS version, i.processed_at AS newest, i.id <> bs.import_id AS stale, FALSE AS is_list
				FROM build_sources bs JOIN inventory_sources src ON src.id = bs.source_id
				JOIN inventory_imports i ON i.id = src.current_import_id WHERE bs.build_id = b.id
				UNION ALL
				SELECT s.id || ' ' || s.geofence_collection_id, p.last_changed_at, p.last_changed_at > b.requested_at
					AND s.geofence_collection_id IS DISTINCT FROM t.geofence_collection_id, TRUE
				FROM pulls p JOIN design_sets s ON s.id = p.set_id
				LEFT JOIN build_sets t ON t.build_id = b.id AND t.set_id = s.id
				WHERE p.design_id = d.id AND p.last_changed_at IS NOT NULL AND s.geofence_collection_id IS NOT NULL
				UNION ALL
				SELECT 'pois ' || r.id, r.imported_at, t.poi_release_id <> r.id, FALSE
				FROM build_sets t JOIN poi_releases r ON r.current WHERE t.build_id = b.id AND t.poi_release_id IS NOT NULL
			) v ON TRUE
			WHERE a.rebuild AND d.status IN ('in_design', 'built', 'rejected') AND NOT d.external_build
			GROUP BY a.design_id, a.tried, b.id) AS found
		WHERE stale AND tried IS DISTINCT FROM versions ORDER BY newest, design_id LIMIT ${BATCH}`;
}

async function settle(service: Service, automation: AutomationRecord, due: Due): Promise<boolean> {
	try {
		if (!due.edited) return await rebuild(service, automation, due);
		await findDesignOrThrow(service.prisma, principalOfAutomation(automation), due.design_id);
		const problem = "its sets were changed since its last build: request a build to include them";
		return await settleProblem(service, automation, due.versions, { problem, stops: false });
	} catch (thrown) {
		const found = problemOf(automation, thrown);
		return found === null ? false : settleProblem(service, automation, due.versions, found);
	}
}

/** Claims the state of the data and requests the build in one transaction. */
function rebuild(
	service: Service,
	automation: AutomationRecord,
	{ versions, newest, is_list: isList }: Due,
): Promise<boolean> {
	const { design_id: designId, set_at: setAt } = automation;
	const principal = principalOfAutomation(automation);
	return inOneTransaction(service, async (own) => {
		const { count } = await own.prisma.$transaction((tx) =>
			tx.designAutomation.updateMany({
				where: {
					design_id: designId,
					rebuild: true,
					set_at: setAt,
					OR: [{ tried: null }, { tried: { not: versions } }],
				},
				data: { tried: versions, problem: null, problem_at: null },
			}),
		);
		if (count === 0) return false;
		await requestBuild(own, principal, designId, { reason: `New ${isList ? "list" : "data"} of ${dayWords(newest)}` });
		const build = await own.prisma.build.findFirstOrThrow({
			where: { design_id: designId, status: "requested" },
			select: { id: true },
		});
		await own.prisma.build.update({ where: { id: build.id }, data: { automatic: true }, select: { id: true } });
		if (automation.redeploy) {
			await own.prisma.designAutomation.update({ where: { design_id: designId }, data: { build_id: build.id } });
		}
		return true;
	});
}
