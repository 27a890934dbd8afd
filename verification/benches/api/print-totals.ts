import { listBuildsParameters } from "@/lib/contract/build";
import { listDeploymentsParameters } from "@/lib/contract/deployment-list";
import { listDesignsParameters } from "@/lib/contract/design-bodies";
import type { Principal } from "@/lib/domain/access/principal";
import { listBuilds } from "@/lib/domain/builds/list-builds";
import { listDeployments } from "@/lib/domain/deployments/lists/list-deployments";
import { listDesigns } from "@/lib/domain/designs/list-designs";
import { openDatabase } from "@/lib/platform/db/client";
import type { Database } from "@/lib/platform/db/database";
import type { Service } from "@/lib/platform/service";
import { scaleId } from "@/lib/tools/testing/scale/scale-ids";
import { SCALE_PRINCIPALS } from "@/lib/tools/testing/scale/scale-principals";
import { inTurns, median, printTable, timed } from "@/verification/benches/figures";
import type { Where } from "@/verification/benches/service";

const ROUNDS = 15;
/** Warm-up of each list: compiling the embedded database takes some thirty statements. */
const WARMING_ROUNDS = 30;

type List = (
	service: Service,
	principal: Principal,
	rareWord: string,
) => Promise<{ readonly rows: readonly unknown[] }>;
const designs: List = (service, principal) => listDesigns(service, principal, listDesignsParameters.parse({}));
const builds =
	(query: object): List =>
	(service, principal) =>
		listBuilds(service, principal, listBuildsParameters.parse(query));
const deployments =
	(query: object): List =>
	(service, principal) =>
		listDeployments(service, principal, listDeploymentsParameters.parse(query));
const LISTS: Record<string, List> = {
	designs,
	deployments: deployments({}),
	"deployments requested": deployments({ status: "requested" }),
	"deployments by q, a word of a tenth": deployments({ q: "coffee" }),
	"deployments by q, two words": deployments({ q: "coffee berl" }),
	"deployments by q, a rare word": (service, principal, q) => deployments({ q })(service, principal, q),
	builds: builds({}),
	"builds activated": builds({ deployment_status: "activated" }),
};

/**
 * Prints the milliseconds (medians) of a page with its total at both sizes, for several callers,
 * without changes and right after one.
 */
export async function printTotals(smaller: Where, larger: Where): Promise<void> {
	// The number of a single design with three deployments, two of them visible to a partner's administrator.
	const small = { database: await openDatabase(smaller), rareWord: "232" };
	const full = { database: await openDatabase(larger), rareWord: "42314" };
	const rows: string[][] = [];
	for (const who of ["operator", "designer of the large organization", "administrator of a partner"] as const) {
		for (const [name, list] of Object.entries(LISTS)) {
			const page = ({ database, rareWord }: typeof small) =>
				list({ prisma: database.prisma } as Service, SCALE_PRINCIPALS[who], rareWord);
			const sizes = await Promise.all([small, full].map(async (side) => (await page(side)).rows.length));
			const time = (change: (database: Database) => Promise<unknown>, warming: number) =>
				inTurns([small, full], { rounds: ROUNDS, warming }, async (side) => {
					await change(side.database);
					return (await timed(() => page(side))).took;
				});
			const unchanged = await time(() => Promise.resolve(), WARMING_ROUNDS);
			const times = [...unchanged, ...(await time(touch, 0))].map(median);
			const [a = 0, b = 0, c = 0, d = 0] = times;
			const cells = [a, b, b / a, c, d, d / c].map((figure) => figure.toFixed(1));
			rows.push([`${name}, ${who}`, [...new Set(sizes)].join(", "), ...cells]);
		}
	}
	const at = ["at 2,000", "at 200,000", "times"];
	printTable(["a page with its total, ms", "rows", ...at, "changed: at 2,000", ...at.slice(1)], rows);
	await Promise.all([small.database.close(), full.database.close()]);
}

/** Writes the rows that totals depend on, unchanged. */
async function touch({ pool }: Database): Promise<void> {
	await pool.query("UPDATE designs SET type = type WHERE id = $1", [scaleId("design", 2)]);
	await pool.query("UPDATE deployments SET status = status WHERE id = (SELECT id FROM deployments LIMIT 1)");
}
