import { scaleId } from "@/lib/tools/testing/scale/scale-ids";
import { type Caller, type Figure, get, timed, totalOf } from "./requests";

const DETAILED = "detail=true";
/** A tenth of the designs has the first one. */
const WORDS = { "a word of a tenth": "coffee", "two words": "coffee berl" };
/** The first row of a page further back. */
const FAR = 1_000;

interface List {
	readonly path: string;
	readonly searched?: boolean;
	/** Further queries by what they ask for. */
	readonly more?: Readonly<Record<string, string>>;
}

const LISTS: Readonly<Record<string, List>> = {
	designs: {
		path: `/targeting/designs?${DETAILED}`,
		searched: true,
		more: {
			"oldest first": "order=asc",
			"by name": "sort=name&order=asc",
			"by size of the last build": "sort=last_build_size",
			failed: "status=failed",
			"of a type": "type=audience",
			"with a visibility tag": "visibility=travel",
			mine: "mine=true",
			"shared with me": "shared=with_me",
			live: "live=true",
			"not live": "live=false&status=built",
		},
	},
	builds: {
		path: `/targeting/builds?${DETAILED}`,
		searched: true,
		more: {
			"by size": "sort=last_build_size",
			"of a type": "type=audience",
			activated: "deployment_status=activated",
			"out of date": "deployment_status=out_of_date",
			undeployed: "deployment_status=undeployed",
		},
	},
	deployments: {
		path: `/targeting/deployments?${DETAILED}`,
		searched: true,
		more: {
			"oldest first": "order=asc",
			"by size": "sort=build_size",
			"by approval": "sort=approved_at",
			requested: "status=requested",
			"requested, by request": "status=requested&sort=requested_at&order=asc",
			activated: "status=activated",
			"on the large target": `target_id=${scaleId("target", 0)}`,
			"of a type": "type=audience",
			tagged: "tag=night",
			"requested by me": "requested_by=me",
			"waiting for a decision": "waiting_for=administrator&status=requested",
			"rejected or expired lately": "status=requested&recently_ended=true",
			loaded: "actual=loaded",
			"not loaded": "actual=pending",
			"without an agent": "actual=no_agent",
			unmatched: "unmatched_for=30",
			"of a size": "min_size=1000&max_size=200000",
		},
	},
	"audit events": {
		path: "/api/audit?limit=20",
		more: {
			"of an action": "action=reject",
			"of designs": "object_type=design",
			"on the large target": `target_id=${scaleId("target", 0)}`,
			"of a month": "since=2025-06-01T00:00:00Z&until=2025-07-01T00:00:00Z",
		},
	},
	inbox: { path: "/api/inbox?limit=20", more: { unread: "unread=true" } },
	targets: { path: "/api/targets?limit=20", more: { "500 at once": "limit=500" } },
	people: { path: "/api/users?limit=20", more: { "by name": "q=person-7", designers: "role=designer" } },
	organizations: { path: "/api/organizations?limit=20", more: { "by name": "q=organization" } },
	keys: { path: "/api/keys?limit=20" },
	views: { path: "/api/views?limit=20" },
	webhooks: { path: "/api/webhooks?limit=20" },
	"inventory sources": { path: "/api/inventory-sources?limit=20" },
	directory: { path: "/api/directory?q=person-3" },
	"tags in use": { path: "/api/deployments/tags" },
};

/** Times each list as each caller asks it. */
export async function timeLists(
	url: string,
	callers: readonly Caller[],
	{ designs, milliseconds }: { designs: number; milliseconds: number },
): Promise<Figure[]> {
	const figures: Figure[] = [];
	// A number that one design of the large organization has.
	const words = { ...WORDS, "a rare word": String(designs - 10) };
	for (const caller of callers) {
		for (const [list, { path, searched = false, more = {} }] of Object.entries(LISTS)) {
			const asked: [string, string][] = [
				["first page", path],
				...(list === "directory" || list === "tags in use" ? [] : await pagesOf(url, caller, path)),
				...Object.entries(more).map(([name, query]): [string, string] => [name, withQuery(path, query)]),
				...(searched
					? Object.entries(words).map(([name, q]): [string, string] => [name, withQuery(path, `q=${q}`)])
					: []),
			];
			for (const [name, address] of asked) {
				if ((await get(url, caller, address)) === undefined) continue;
				const values = await timed(() => get(url, caller, address), milliseconds);
				figures.push({ group: "lists", name: `${list}: ${name}`, who: caller.who, values, unit: "ms" });
			}
		}
	}
	return figures;
}

async function pagesOf(url: string, caller: Caller, path: string): Promise<[string, string][]> {
	const total = await totalOf(url, caller, withQuery(path, "limit=0"));
	return [
		["total alone", withQuery(path, "limit=0")],
		...(total > FAR + 20 ? [["from row 1,000", withQuery(path, `offset=${FAR}`)] as [string, string]] : []),
		...(total > 40 ? [["last page", withQuery(path, `offset=${total - 20}`)] as [string, string]] : []),
	];
}

function withQuery(path: string, query: string): string {
	const [pathname, before] = path.split("?");
	const parameters = new URLSearchParams(before);
	for (const [name, value] of new URLSearchParams(query)) parameters.set(name, value);
	return `${pathname}?${parameters}`;
}
