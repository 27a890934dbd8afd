import type { Principal } from "@/lib/access/principal";
import { listBuilds } from "@/lib/builds/list-builds";
import { listBuildsParameters } from "@/lib/contract/build";
import { listDeploymentsParameters } from "@/lib/contract/deployment";
import { listDesignsParameters } from "@/lib/contract/design";
import type { Database } from "@/lib/db/database";
import { listDeployments } from "@/lib/deployments/list-deployments";
import { listDesigns } from "@/lib/designs/list-designs";
import type { Service } from "@/lib/service";
import { scaleId } from "@/lib/testing/scale/scale-ids";
import { SCALE_PRINCIPALS } from "@/lib/testing/scale/scale-principals";

const ROUNDS = 9;

/** Milliseconds (medians) of one page of 20 with its total. */
export interface ListTimes {
	readonly list: string;
	/** While nothing that the total counts has changed since it was counted. */
	readonly unchanged: number;
	/** Right after such a change: counted again. */
	readonly changed: number;
}

type List = (service: Service, principal: Principal) => Promise<unknown>;
const LISTS: Record<string, List> = {
	designs: (service, principal) => listDesigns(service, principal, listDesignsParameters.parse({})),
	deployments: (service, principal) => listDeployments(service, principal, listDeploymentsParameters.parse({})),
	"deployments requested": (service, principal) =>
		listDeployments(service, principal, listDeploymentsParameters.parse({ status: "requested" })),
	"deployments by q": (service, principal) =>
		listDeployments(service, principal, listDeploymentsParameters.parse({ q: "coffee berl" })),
	"deployments by q, a rare word": (service, principal) =>
		listDeployments(service, principal, listDeploymentsParameters.parse({ q: "42314" })),
	builds: (service, principal) => listBuilds(service, principal, listBuildsParameters.parse({})),
	"builds activated": (service, principal) =>
		listBuilds(service, principal, listBuildsParameters.parse({ deployment_status: "activated" })),
};

/** Times the lists of a few callers in this process. */
export async function timeLists(database: Database): Promise<ListTimes[]> {
	const service = { prisma: database.prisma } as Service;
	const times: ListTimes[] = [];
	for (const who of ["operator", "designer of the large organization", "administrator of a partner"] as const) {
		for (const [name, list] of Object.entries(LISTS)) {
			const run = () => list(service, SCALE_PRINCIPALS[who]);
			for (let round = 0; round < 6; round += 1) await run();
			const unchanged = await median(run);
			const changed = await median(run, () => touch(database));
			times.push({ list: `${name}, ${who}`, unchanged, changed });
		}
	}
	return times;
}

/** Writes, without changing it, what every total depends on. */
async function touch({ pool }: Database): Promise<void> {
	await pool.query("UPDATE designs SET type = type WHERE id = $1", [scaleId("design", 2)]);
	await pool.query("UPDATE deployments SET status = status WHERE id = (SELECT id FROM deployments LIMIT 1)");
}

async function median(run: () => Promise<unknown>, before?: () => Promise<void>): Promise<number> {
	const times: number[] = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		await before?.();
		const startedAt = performance.now();
		await run();
		times.push(performance.now() - startedAt);
	}
	return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}
