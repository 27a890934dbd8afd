import { stageFigures } from "@/components/features/overview/stage-figures";
import { listAuditParameters } from "@/lib/contract/audit";
import { listBuildsParameters } from "@/lib/contract/build";
import { listDeploymentDetailsParameters } from "@/lib/contract/deployment-list";
import { listDesignRowsParameters } from "@/lib/contract/design-list";
import type { Overview } from "@/lib/contract/overview";
import type { Principal } from "@/lib/domain/access/principal";
import { listAudit } from "@/lib/domain/audit/list-audit";
import { listBuilds } from "@/lib/domain/builds/list-builds";
import { listDeploymentDetails } from "@/lib/domain/deployments/lists/list-deployment-details";
import { listDesignRows } from "@/lib/domain/designs/list-design-rows";
import { getOverview } from "@/lib/domain/overview/get-overview";
import { listTargets } from "@/lib/domain/targets/list-targets";
import type { Service } from "@/lib/platform/service";
import type { Stage } from "@/lib/tools/seed/history/stage";

/** Whom a figure is shown to, what it is, and what the list behind it has. */
type Figure = readonly [what: string, figure: number | null | undefined, listed: number | null | undefined];

const EVERYTHING = { limit: "500" };

/** Asks for a list as its page does: by path and query string. Fails where a total is not that of its rows. */
async function list(service: Service, principal: Principal, link: string): Promise<number> {
	const { pathname, searchParams } = new URL(link, "http://localhost");
	const query = { ...EVERYTHING, ...Object.fromEntries(searchParams) };
	const lists: Record<string, () => Promise<{ rows: readonly unknown[]; total: number }>> = {
		"/designs": () => listDesignRows(service, principal, listDesignRowsParameters.parse(query)),
		"/builds": () => listBuilds(service, principal, listBuildsParameters.parse(query)),
		"/deployments": () => listDeploymentDetails(service, principal, listDeploymentDetailsParameters.parse(query)),
		"/audit": () => listAudit(service, principal, listAuditParameters.parse(query)),
	};
	const page = await lists[pathname]?.();
	if (page === undefined) throw new Error(`${link} is no list`);
	if (page.total !== page.rows.length) throw new Error(`${link} has ${page.rows.length} rows of ${page.total}`);
	return page.total;
}

/** Figures of the overview that are not what the list behind them has, for everybody of the demo world. */
export async function findListContradictions({ service, people }: Stage): Promise<string[]> {
	const found: string[] = [];
	for (const [name, principal] of Object.entries(people)) {
		const behind = (link: string) => list(service, principal, link);
		const overview = await getOverview(service, principal);
		const figures = [...(await sectionsOf(overview, behind)), ...(await stagesOf(overview, behind))];
		figures.push(...(await targetsOf(service, principal, overview, behind)), ...figuresOf(overview));
		for (const [what, figure, listed] of figures) {
			if (figure !== listed) found.push(`${name}: ${what}: ${figure}, and ${listed} in the list`);
		}
	}
	return found;
}

type Behind = (link: string) => Promise<number>;

async function sectionsOf({ waiting, failed, live }: Overview, behind: Behind): Promise<Figure[]> {
	const decided = "/deployments?status=requested&administered=true&waiting_for=administrator&scheduled=false";
	return [
		["requests to decide on", waiting.to_decide?.total ?? 0, waiting.to_decide && (await behind(decided))],
		["own requests", waiting.my_requests.total, await behind(waiting.my_requests.link)],
		["open builds", waiting.builds.total, await behind(waiting.builds.link)],
		["failed builds", failed.builds.total, await behind(failed.builds.link)],
		["failed loads", failed.loads.total, await behind(failed.loads.link)],
		["failed schedules", failed.schedules.total, await behind(failed.schedules.link)],
		["activated", live.activated, await behind(live.link)],
		["targets", live.targets.length, live.target_count],
		["activated by target", live.targets.reduce((sum, { activated }) => sum + activated, 0), live.activated],
	].map(([what, figure, listed]) => [what, figure, listed ?? 0] as Figure);
}

async function stagesOf({ stages, waiting }: Overview, behind: Behind): Promise<Figure[]> {
	const shown = stages === null ? [] : stageFigures(stages, waiting);
	return Promise.all(shown.map(async ({ label, count, href }): Promise<Figure> => [label, count, await behind(href)]));
}

async function targetsOf(
	service: Service,
	principal: Principal,
	{ live, failed, figures }: Overview,
	behind: Behind,
): Promise<Figure[]> {
	const { rows } = await listTargets(service, principal, { limit: 500, offset: 0 });
	const own = rows.flatMap(({ id, name, overview }) => (overview === null ? [] : [{ id, name, ...overview }]));
	const all: Figure[] = [];
	for (const { target, activated, requested, link } of live.targets) {
		all.push([`activated on ${target}`, activated, await behind(link)]);
		all.push([`requested on ${target}`, requested, await behind(link.replace("activated", "requested"))]);
	}
	for (const { id, name, activated, agents, sync } of own) {
		const loaded = await behind(`/deployments?target_id=${id}&actual=loaded`);
		const silent = failed.silent_targets?.rows.find(({ target_id }) => target_id === id);
		all.push([`loaded on ${name}`, sync.loaded, loaded]);
		all.push([`activated on ${name}`, activated, live.targets.find(({ target_id }) => target_id === id)?.activated]);
		all.push([`silent ${name}`, silent?.activated ?? 0, agents.living === 0 ? activated : 0]);
		all.push([`last report of ${name}`, timeOf(silent?.last_seen_at), timeOf(agents.last_seen_at)]);
	}
	all.push(["own targets", figures?.targets ?? 0, own.length]);
	all.push(["targets online", figures?.targets_online ?? 0, own.filter(({ agents }) => agents.living > 0).length]);
	return all;
}

const timeOf = (iso: string | null | undefined) => (iso ? Date.parse(iso) : 0);

/** The figures against the end of their own lines, and against what else stands on the page. */
function figuresOf({ figures, waiting, live }: Overview): Figure[] {
	if (figures === null) return [];
	const own = live.targets.filter(({ sync }) => sync !== null);
	const last = figures.days.at(-1);
	return [
		["pending", figures.pending, last?.pending],
		["activated", figures.activated, last?.activated],
		["live", figures.live, last?.live],
		["targets", figures.targets, last?.targets],
		["targets online", figures.targets_online, last?.targets_online],
		["seconds to a decision", figures.decision_seconds, last?.decision_seconds],
		["days", figures.days.length, 14],
		["pending", figures.pending, waiting.to_decide?.total],
		["activated", figures.activated, own.reduce((sum, { activated }) => sum + activated, 0)],
		["live", figures.live, own.reduce((sum, { sync }) => sum + (sync?.loaded ?? 0), 0)],
	];
}

/** Saved views that show nothing to their owner. */
export async function findEmptyViews({ service, people }: Stage): Promise<string[]> {
	const views = await service.prisma.savedView.findMany({
		select: { owner_id: true, page: true, name: true, query: true },
	});
	const found: string[] = [];
	for (const { owner_id: ownerId, page, name, query } of views) {
		const owner = Object.values(people).find(({ userId }) => userId === ownerId);
		if (owner === undefined || (await list(service, owner, `${page}?${query}`)) === 0) found.push(`${name}: ${query}`);
	}
	return found;
}
