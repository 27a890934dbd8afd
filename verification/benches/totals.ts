import { listBuildsParameters } from "@/lib/contract/build";
import { listDeploymentsParameters } from "@/lib/contract/deployment-list";
import { listDesignsParameters } from "@/lib/contract/design";
import type { Principal } from "@/lib/domain/access/principal";
import { listBuilds } from "@/lib/domain/builds/list-builds";
import { listDeployments } from "@/lib/domain/deployments/list-deployments";
import { listDesigns } from "@/lib/domain/designs/list-designs";
import type { Database } from "@/lib/platform/db/database";
import type { Service } from "@/lib/platform/service";
import { scaleId } from "@/lib/tools/testing/scale/scale-ids";
import { SCALE_PRINCIPALS } from "@/lib/tools/testing/scale/scale-principals";

const ROUNDS = 15;
/** Warm-up of each list: compiling the embedded database takes some thirty statements. */
const WARMING_ROUNDS = 30;

/** A database of a scale world, and a word to search for. */
export interface TimedDatabase {
	readonly database: Database;
	/**
	 * The number of a single design with three deployments, two of them visible to a partner's
	 * administrator.
	 */
	readonly rareWord: string;
}

/** Milliseconds (medians) of a page with its total. */
export interface PageTimes {
	/** Rows on the page; a short page is less work. */
	readonly rows: number;
	/** Without a change since the last count. */
	readonly unchanged: number;
	/** Right after a change. */
	readonly changed: number;
}

/** Times of one list at both sizes. */
export interface ListTimes {
	readonly list: string;
	readonly small: PageTimes;
	readonly full: PageTimes;
}

type List = (
	service: Service,
	principal: Principal,
	rareWord: string,
) => Promise<{ readonly rows: readonly unknown[] }>;
const byWords = (service: Service, principal: Principal, q: string) =>
	listDeployments(service, principal, listDeploymentsParameters.parse({ q }));
const LISTS: Record<string, List> = {
	designs: (service, principal) => listDesigns(service, principal, listDesignsParameters.parse({})),
	deployments: (service, principal) => listDeployments(service, principal, listDeploymentsParameters.parse({})),
	"deployments requested": (service, principal) =>
		listDeployments(service, principal, listDeploymentsParameters.parse({ status: "requested" })),
	"deployments by q, a word of a tenth": (service, principal) => byWords(service, principal, "coffee"),
	"deployments by q, two words": (service, principal) => byWords(service, principal, "coffee berl"),
	"deployments by q, a rare word": byWords,
	builds: (service, principal) => listBuilds(service, principal, listBuildsParameters.parse({})),
	"builds activated": (service, principal) =>
		listBuilds(service, principal, listBuildsParameters.parse({ deployment_status: "activated" })),
};

/**
 * Times the lists of several callers in this process, at both sizes in turn, because the machine's
 * speed varies.
 */
export async function timeLists(small: TimedDatabase, full: TimedDatabase): Promise<ListTimes[]> {
	const times: ListTimes[] = [];
	for (const who of ["operator", "designer of the large organization", "administrator of a partner"] as const) {
		for (const [name, list] of Object.entries(LISTS)) {
			const [atSmall, atFull] = await inTurn([small, full], (service, rareWord) =>
				list(service, SCALE_PRINCIPALS[who], rareWord),
			);
			if (atSmall && atFull) times.push({ list: `${name}, ${who}`, small: atSmall, full: atFull });
		}
	}
	return times;
}

async function inTurn(
	databases: readonly TimedDatabase[],
	list: (service: Service, rareWord: string) => ReturnType<List>,
): Promise<PageTimes[]> {
	const measured = databases.map(({ database, rareWord }) => ({
		database,
		run: () => list({ prisma: database.prisma } as Service, rareWord),
		rows: 0,
		unchanged: [] as number[],
		changed: [] as number[],
	}));
	for (const each of measured) {
		for (let round = 0; round < WARMING_ROUNDS; round += 1) each.rows = (await each.run()).rows.length;
	}
	for (let round = 0; round < ROUNDS; round += 1) {
		for (const { run, unchanged } of measured) unchanged.push(await timeOf(run));
	}
	for (let round = 0; round < ROUNDS; round += 1) {
		for (const { database, run, changed } of measured) {
			await touch(database);
			changed.push(await timeOf(run));
		}
	}
	return measured.map(({ rows, unchanged, changed }) => ({
		rows,
		unchanged: median(unchanged),
		changed: median(changed),
	}));
}

/** Writes the rows that totals depend on, unchanged. */
async function touch({ pool }: Database): Promise<void> {
	await pool.query("UPDATE designs SET type = type WHERE id = $1", [scaleId("design", 2)]);
	await pool.query("UPDATE deployments SET status = status WHERE id = (SELECT id FROM deployments LIMIT 1)");
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
	const startedAt = performance.now();
	await run();
	return performance.now() - startedAt;
}

function median(times: number[]): number {
	return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
