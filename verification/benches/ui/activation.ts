import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { endWithThisProcess } from "@/verification/benches/processes";
import { ask, until } from "./api";

const ROUNDS = 5;

interface Row {
	readonly id: string;
}

/**
 * Milliseconds from the key press that activates a request to `loaded on 1 of 1 agents` in another
 * user's page, with a real build and agent; ascending.
 */
export async function measureActivation(
	url: string,
	key: string,
	pages: { readonly deciding: Page; readonly watching: Page },
): Promise<number[]> {
	const api = { url, key };
	const mark = Date.now().toString(36);
	const target = await ask<Row & { org_slug: string }>(api, "POST", "/api/targets", {
		name: `Benchmark ${mark}`,
		slug: `benchmark-${mark}`,
	});
	await ask(api, "PATCH", `/api/targets/${target.id}`, { accepted_organizations: [target.org_slug] });
	const agentKey = await ask<{ key: string }>(api, "POST", `/api/targets/${target.id}/agent-keys`, {
		label: "benchmark",
	});
	const agent = await startAgent(url, agentKey.key);
	try {
		const times: number[] = [];
		for (let round = 0; round < ROUNDS; round += 1) {
			const deployment = await requestOne(api, target.id, `Benchmark ${mark} ${round}`);
			await pages.watching.goto(`/deployments?target_id=${target.id}&q=${mark}+${round}`);
			const row = pages.watching.getByRole("row").filter({ hasText: `Benchmark ${mark} ${round}` });
			await row.waitFor();
			await pages.deciding.goto(`/approvals?request=${deployment.id}&q=${mark}`);
			await pages.deciding.getByRole("button", { name: /^Activate/ }).waitFor();
			const pressedAt = performance.now();
			await pages.deciding.keyboard.press("a");
			await row.getByText("Live", { exact: true }).waitFor();
			times.push(performance.now() - pressedAt);
		}
		return times.sort((a, b) => a - b);
	} finally {
		await agent.stop();
	}
}

async function requestOne(api: { url: string; key: string }, targetId: string, name: string): Promise<Row> {
	const design = await ask<Row>(api, "POST", "/api/designs", {
		name,
		type: "proximity",
		sets: [
			{
				set_name: "Place",
				geofences: {
					type: "FeatureCollection",
					features: [
						{
							type: "Feature",
							geometry: { type: "Point", coordinates: [13.4, 52.5] },
							properties: { radius: 100 },
						},
					],
				},
			},
		],
	});
	await ask(api, "FORM", `/targeting/designs/${design.id}/request`, { KEY: api.key, reason: "benchmark" });
	const build = await until(async () => {
		const { most_recent_build } = await ask<{ most_recent_build: string | null }>(
			api,
			"GET",
			`/targeting/designs/${design.id}?KEY=${api.key}`,
		);
		return most_recent_build;
	});
	return ask<Row>(api, "FORM", `/targeting/builds/${build}/request`, { KEY: api.key, targetId });
}

async function startAgent(url: string, key: string): Promise<{ stop(): Promise<void> }> {
	const directory = await mkdtemp(join(tmpdir(), "targeting-bench-agent-"));
	const child: ChildProcess = spawn(
		process.execPath,
		["lib/tools/cli/run.mjs", "agent", "--server", url, "--port", "0", "--cache", join(directory, "cache")],
		{
			env: { PATH: process.env.PATH ?? "", NODE_ENV: "production", AGENT_KEY: key },
			stdio: ["ignore", "pipe", "inherit"],
		},
	);
	endWithThisProcess(child);
	await new Promise<void>((resolve, reject) => {
		let output = "";
		child.stdout?.setEncoding("utf8").on("data", (text: string) => {
			output += text;
			if (output.includes("agent listening on")) resolve();
		});
		child.once("exit", () => reject(new Error(`The agent did not start: ${output}`)));
	});
	return {
		stop: async () => {
			child.kill("SIGTERM");
			if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
			await rm(directory, { recursive: true, force: true });
		},
	};
}
