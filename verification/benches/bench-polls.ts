/**
 * `npm run bench:polls`: thousands of simulated agents poll one service and report to it, in
 * processes of their own. How long an activation takes to reach the last of them, and what service
 * and database do meanwhile, and while the agents wait.
 */

import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { Fleet, runAgents } from "./polls/agent-process";
import { usedBy, Watch } from "./polls/watch";
import { isCount, readOptions } from "./read-options";
import { printTable } from "./tables";
import { type Api, ask } from "./ui/api";
import { withBenchService } from "./with-bench-service";

/** 500 is what a target takes. */
const AGENTS_OF_A_TARGET = 500;
const PROCESSES = 2;
const SIZES = { designs: 200, deployments: 400, requested: 2, targets: 24 };
const SETTLED_MS = 20_000;
const LONGEST_MS = 60_000;
const FOLLOWING_WITHIN_S = 300;

if (process.argv[2] === "--agents-of-another") runAgents();
else await measure();

async function measure(): Promise<void> {
	const values = readOptions(
		"npm run bench:polls -- [--agents 10000] [--seconds 30]",
		{ agents: { type: "string", default: "10000" }, seconds: { type: "string", default: "30" } },
		({ agents, seconds }) => {
			if (![agents, seconds].every(isCount)) return "--agents and --seconds are whole numbers.";
			return Number(agents) > AGENTS_OF_A_TARGET * SIZES.targets ? "--agents is 12,000 at most." : undefined;
		},
	);
	const count = Number(values.agents);
	await withBenchService("postgres", SIZES, { pinned: false }, async ({ url, pid }, key, _signIn, where) => {
		const api = { url, key };
		const targets = await targetsOf(api, Math.ceil(count / AGENTS_OF_A_TARGET));
		const fleet = new Fleet(fileURLToPath(import.meta.url), PROCESSES, {
			url,
			keys: targets.map((target) => target.key),
			count,
		});
		const database = new pg.Client({ connectionString: (where as { databaseUrl: string }).databaseUrl });
		await database.connect();
		await allFollow(fleet, count);
		const watch = new Watch({ url, pid, database, fleet });
		const rest = await watch.during(() => wait(Number(values.seconds) * 1_000));
		const ids = targets.map(({ deploymentId }) => deploymentId);
		const one = await activate(api, fleet, ids.slice(0, 1), targets.length);
		const all = await watch.during(() => activate(api, fleet, ids, targets.length));
		const megabytes = `${(await usedBy(pid)).peakMegabytes} MB`;
		printTable(
			[`${count.toLocaleString("en-US")} agents of ${targets.length} targets`, "at rest", "all targets change"],
			[
				["of a core, the service", rest.core, all.core],
				["its memory", rest.memory, `${all.memory}, peak ${megabytes}`],
				["its longest answer to GET /api/health", rest.longest, all.longest],
				["reports in a second", rest.reports, all.reports],
				["transactions of the database in a second", rest.transactions, all.transactions],
				["rows of agents written in a second", rest.rows, all.rows],
				["refused or cut off", rest.refused, all.refused],
			],
		);
		printTable(
			["an activation on", "agents", "half of them", "99 %", "the last"],
			[
				["one target", ...reached(one)],
				["all targets at once", ...reached(all.result)],
			],
		);
		fleet.stop();
		await database.end();
	});
	process.exit(0);
}

/** Waits until all agents follow their target, and have reported for a while. */
async function allFollow(fleet: Fleet, count: number): Promise<void> {
	const began = performance.now();
	for (;;) {
		const { following, reports, refused } = await fleet.look();
		const seconds = (performance.now() - began) / 1_000;
		process.stdout.write(`after ${seconds.toFixed(0)} s ${following} follow; ${reports} reports, ${refused} refused\n`);
		if (following === count) break;
		if (seconds > FOLLOWING_WITHIN_S) throw new Error(`only ${following} of ${count} agents follow`);
		await wait(5_000);
	}
	await wait(SETTLED_MS);
}

/** Targets with an activated deployment each, and an agent key of each. */
async function targetsOf(api: Api, most: number): Promise<{ key: string; deploymentId: string }[]> {
	const path = `/targeting/deployments?status=activated&limit=500&KEY=${api.key}`;
	const found = await ask<{ id: string; target_id: string }[]>(api, "GET", path);
	const ofTargets = [...new Map(found.map(({ id, target_id }) => [target_id, id]))].slice(0, most);
	if (ofTargets.length < most) throw new Error(`${ofTargets.length} of ${most} targets have an activated deployment`);
	const issued = ofTargets.map(async ([targetId, deploymentId]) => {
		const path = `/api/targets/${targetId}/agent-keys`;
		return { deploymentId, key: (await ask<{ key: string }>(api, "POST", path, { label: "benchmark" })).key };
	});
	return Promise.all(issued);
}

/**
 * Activates one deployment on each of the first targets, after it was deactivated there.
 * @returns milliseconds until each agent of these targets had the change, ascending
 */
async function activate(api: Api, fleet: Fleet, ids: readonly string[], targets: number): Promise<number[]> {
	const act = (action: string) =>
		Promise.all(ids.map((id) => ask(api, "FORM", `/targeting/deployments/${id}/${action}`, { KEY: api.key })));
	await act("deactivate");
	await wait(SETTLED_MS);
	const began = Date.now();
	await act("activate");
	for (;;) {
		// Agents are dealt out to the targets in turn.
		const theirs = (await fleet.look()).changedAt.filter((_, number) => number % targets < ids.length);
		if (theirs.every((at) => at > began) || Date.now() - began > LONGEST_MS)
			return theirs.map((at) => (at > began ? at - began : Number.POSITIVE_INFINITY)).sort((a, b) => a - b);
		await wait(100);
	}
}

function reached(times: readonly number[]): string[] {
	const at = (share: number) => `${((times[Math.ceil(times.length * share) - 1] ?? 0) / 1_000).toFixed(2)} s`;
	return [times.length.toLocaleString("en-US"), at(0.5), at(0.99), at(1)];
}
