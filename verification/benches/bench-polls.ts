/**
 * `npm run bench:polls`: thousands of simulated agents poll one service and report to it, in
 * processes of their own. How long an activation takes to reach the last of them, and what service
 * and database do meanwhile, and while the agents wait.
 */

import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { type Api, ask } from "./api";
import { count, print, printTable, quantile } from "./figures";
import { Fleet, runAgents } from "./polls/agent-process";
import { watch } from "./polls/watch";
import { readOptions } from "./read-options";
import { withBenchService } from "./service";

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
	const { agents, seconds } = readOptions("bench:polls", { agents: 10_000, seconds: 30 }, ({ agents }) =>
		agents > AGENTS_OF_A_TARGET * SIZES.targets ? "--agents is 12,000 at most." : undefined,
	);
	await withBenchService("postgres", SIZES, {}, async (api, _signIn, where) => {
		const targets = await targetsOf(api, Math.ceil(agents / AGENTS_OF_A_TARGET));
		const keys = targets.map(({ key }) => key);
		const fleet = new Fleet(fileURLToPath(import.meta.url), PROCESSES, { url: api.url, keys, count: agents });
		const database = new pg.Client({ connectionString: (where as { databaseUrl: string }).databaseUrl });
		await database.connect();
		await allFollow(fleet, agents);
		const ids = targets.map(({ deploymentId }) => deploymentId);
		const rest = await watch(api, database, fleet, () => wait(seconds * 1_000));
		const one = await activate(api, fleet, ids.slice(0, 1), targets.length);
		const all = await watch(api, database, fleet, () => activate(api, fleet, ids, targets.length));
		printTable(
			[`${count(agents)} agents of ${targets.length} targets`, "at rest", "all targets change"],
			Object.entries(rest.figures).map(([name, figure]) => {
				const peak = name === "its memory" ? `, peak ${all.peak}` : "";
				return [name, figure, `${all.figures[name]}${peak}`];
			}),
		);
		printTable(
			["an activation on", "agents", "half of them", "99%", "the last"],
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
async function allFollow(fleet: Fleet, agents: number): Promise<void> {
	const began = performance.now();
	for (;;) {
		const { following, reports, refused } = await fleet.look();
		const seconds = (performance.now() - began) / 1_000;
		print(`after ${seconds.toFixed(0)} s ${following} follow; ${reports} reports, ${refused} refused`);
		if (following === agents) break;
		if (seconds > FOLLOWING_WITHIN_S) throw new Error(`only ${following} of ${agents} agents follow`);
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
 * @returns milliseconds until each agent of these targets had the change
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
			return theirs.map((at) => (at > began ? at - began : Number.POSITIVE_INFINITY));
		await wait(100);
	}
}

function reached(times: readonly number[]): string[] {
	return [count(times.length), ...[0.5, 0.99, 1].map((part) => `${(quantile(times, part) / 1_000).toFixed(2)} s`)];
}
