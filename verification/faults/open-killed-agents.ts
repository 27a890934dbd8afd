import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { openAgentGround } from "./agent-ground";
import { Findings, type Ground } from "./fault";
import { finishFleet, openFleetGround } from "./fleet-ground";
import { openGround } from "./open-ground";
import { until } from "./until";

/** How long after an activation an agent is killed at the latest. */
const WITHIN_LOAD_MS = 500;

/**
 * Kills an agent while it loads a file. Once it is started again it answers from the file before or
 * from the new one, at no time from none, and at the end from the new one.
 */
export function openKilledAgents(): Promise<Ground | string> {
	return openGround(async (ends) => {
		const ground = await openFleetGround();
		if (typeof ground === "string") return ground;
		ends.push(ground.close);
		const { fleet, release, directory } = ground;
		await Promise.all([fleet.start("web", release), fleet.start("worker", release)]);
		const { agent, deploy, restart, files } = await openAgentGround(ground, join(directory, "agent"), ends);
		return {
			round: async (random, number) => {
				const [before, code] = [`CODE-${number - 1}`, `CODE-${number}`];
				await deploy(code);
				await delay(random.between(0, WITHIN_LOAD_MS));
				const since = performance.now();
				await restart();
				const findings = new Findings();
				await until("the agent has loaded the new file", async () => {
					const codes = await agent().codes();
					if (codes.length !== 1) findings.isLost(`the agent answers ${JSON.stringify(codes)} before ${code}`);
					else if (codes[0] !== before && codes[0] !== code)
						findings.problems.push(`the agent answers ${codes[0]}, which is neither ${before} nor ${code}`);
					return codes.join() === code || findings.problems.length > 0;
				});
				const recoveryMs = performance.now() - since;
				await until("the agent has removed what it needs no longer", async () => (await files()) === 1);
				const { lost, doubled, problems } = findings;
				return { acknowledged: 1, lost, doubled, recoveryMs, problems };
			},
			finish: () => finishFleet(ground),
		};
	});
}
