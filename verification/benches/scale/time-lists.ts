import { scaleId } from "@/lib/tools/testing/scale/scale-ids";
import { type Caller, type Figure, figure, get, repeat } from "./requests";

/** Lists that are searched for words. */
const SEARCHED = ["designs", "builds", "deployments"];
/** Lists that have one page only. */
const UNPAGED = ["directory", "tags in use"];
const DETAILED = "detail=true";
/** A tenth of the designs has the first one. */
const WORDS = { "a word of a tenth": "coffee", "two words": "coffee berl" };
/** The first row of a page further back. */
const FAR = 1_000;

/** Path, and further queries by what they ask for. */
type List = readonly [path: string, more?: Readonly<Record<string, string>>];

const LISTS: Readonly<Record<string, List>> = {
	designs: [
		`/targeting/designs?${DETAILED}`,
		{
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
	],
	builds: [
		`/targeting/builds?${DETAILED}`,
		{
			"by size": "sort=last_build_size",
			"of a type": "type=audience",
			activated: "deployment_status=activated",
			"out of date": "deployment_status=out_of_date",
			undeployed: "deployment_status=undeployed",
		},
	],
	deployments: [
		`/targeting/deployments?${DETAILED}`,
		{
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
	],
	"audit events": [
		"/api/audit?limit=20",
		{
			"of an action": "action=reject",
			"of designs": "object_type=design",
			"on the large target": `target_id=${scaleId("target", 0)}`,
			"of a month": "since=2025-06-01T00:00:00Z&until=2025-07-01T00:00:00Z",
		},
	],
	inbox: ["/api/inbox?limit=20", { unread: "unread=true" }],
	targets: ["/api/targets?limit=20", { "500 at once": "limit=500" }],
	people: ["/api/users?limit=20", { "by name": "q=person-7", designers: "role=designer" }],
	organizations: ["/api/organizations?limit=20", { "by name": "q=organization" }],
	keys: ["/api/keys?limit=20"],
	views: ["/api/views?limit=20"],
	webhooks: ["/api/webhooks?limit=20"],
	"inventory sources": ["/api/inventory-sources?limit=20"],
	directory: ["/api/directory?q=person-3"],
	"tags in use": ["/api/deployments/tags"],
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
		for (const [list, [path, more = {}]] of Object.entries(LISTS)) {
			const searches = SEARCHED.includes(list) ? Object.entries(words).map(([name, q]) => [name, `q=${q}`]) : [];
			const pages = UNPAGED.includes(list) ? [] : await pagesOf(url, caller, path);
			for (const [name = "", query = ""] of [["first page", ""], ...pages, ...Object.entries(more), ...searches]) {
				const address = query === "" ? path : withQuery(path, query);
				if ((await get(url, caller, address)) === undefined) continue;
				const values = await repeat(() => get(url, caller, address), milliseconds);
				figures.push(figure("lists", `${list}: ${name}`, values, caller));
			}
		}
	}
	return figures;
}

/** Its total alone, and pages further back. */
async function pagesOf(url: string, caller: Caller, path: string): Promise<string[][]> {
	const body = await get(url, caller, withQuery(path, "limit=0"));
	const total: number = body === undefined ? 0 : JSON.parse(body).response.total_row_count;
	return [
		["total alone", "limit=0"],
		...(total > FAR + 20 ? [["from row 1,000", `offset=${FAR}`]] : []),
		...(total > 40 ? [["last page", `offset=${total - 20}`]] : []),
	];
}

function withQuery(path: string, query: string): string {
	const [pathname, before] = path.split("?");
	const parameters = new URLSearchParams(before);
	for (const [name, value] of new URLSearchParams(query)) parameters.set(name, value);
	return `${pathname}?${parameters}`;
}
