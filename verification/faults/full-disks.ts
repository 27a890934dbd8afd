import { chmodSync } from "node:fs";
import pg from "pg";
import { fillDisk } from "@/lib/tools/testing/fill-disk";
import { mountSmallDisk, type SmallDisk } from "@/lib/tools/testing/small-disk";
import type { Balancer } from "@/verification/fleets/balancer";
import { type AgentGround, openAgentGround } from "./agent-ground";
import { openEmbeddedGround } from "./embedded-ground";
import type { Ground, Round } from "./fault";
import { type FleetGround, finishFleet, openFleetGround, underLoad } from "./fleet-ground";
import { type Ends, openGround } from "./open-ground";
import type { UnderLoad } from "./under-load";
import { until } from "./until";

export const NO_MOUNTS = "this process may not mount disks";
/** Refused requests, after which a disk has been full for all writers. */
const REFUSED = 32;
/** Builds are what these rounds need most; each waits for room. */
const LANES = { reads: 0, writes: 16, campaigns: 4 };

type Load = Pick<UnderLoad, "mark" | "random">;

/** Fills the disk of DATA_DIR under writers, with the embedded database on it, and frees it again. */
export function openFullDataDisk(): Promise<Ground | string> {
	return openGround(async (ends) => {
		const disk = mountDisk(300, ends);
		if (!disk.isMounted) return NO_MOUNTS;
		const ground = await openEmbeddedGround(`${disk.directory}/data`, ends);
		const { balancer } = ground;
		return {
			round: (random, number) =>
				ground.underLoad({
					mark: `data-${number}`,
					random,
					fault: async () => {
						const free = await fillDisk(disk.directory);
						await untilRefused(balancer);
						await free();
					},
				}),
			// Each round checks the whole database.
			finish: async () => [],
		};
	});
}

/** Fills the disks of PostgreSQL, of the file store and of an agent in turn, and frees them again. */
export function openFullDisks(): Promise<Ground | string> {
	return openGround(async (ends) => {
		// PostgreSQL runs as another user, who cannot pass through the directory of a test run.
		const disks = { postgres: mountDisk(400, ends, "/tmp"), files: mountDisk(200, ends), agent: mountDisk(40, ends) };
		if (!disks.agent.isMounted) return NO_MOUNTS;
		chmodSync(disks.postgres.directory, 0o777);
		const ground = await openFleetGround({
			settings: { FILE_STORE_URL: `file://${disks.files.directory}` },
			postgres: { base: disks.postgres.directory },
		});
		if (typeof ground === "string") return ground;
		ends.push(ground.close);
		const { fleet, release } = ground;
		await Promise.all([fleet.start("web", release), fleet.start("worker", release)]);
		const agents = await openAgentGround(ground, `${disks.agent.directory}/cache`, ends);
		let deployed = 0;
		const rounds = [
			(options: Load) => underLoad(ground, { ...options, fault: () => fillPostgres(ground, disks.postgres) }),
			(options: Load) => underLoad(ground, { ...options, lanes: LANES, fault: () => fillFiles(ground, disks.files) }),
			() => {
				deployed += 1;
				return fillAgent(agents, disks.agent, deployed);
			},
		];
		return {
			round: (random, number) => {
				const round = rounds[number % rounds.length] as (options: Load) => Promise<Round>;
				return round({ mark: `disk-${number}`, random });
			},
			finish: () => finishFleet(ground),
		};
	});
}

export function mountDisk(megabytes: number, ends: Ends, base?: string): SmallDisk {
	const disk = mountSmallDisk(megabytes, base);
	ends.push(disk.remove);
	return disk;
}

/** Fills PostgreSQL's disk until writers are refused. A server that ended of it is started again. */
async function fillPostgres({ fleet, postgres }: FleetGround, { directory }: SmallDisk): Promise<void> {
	const free = await fillDisk(directory);
	await untilRefused(fleet.balancer);
	await free();
	await until("PostgreSQL answers", async () => {
		const state = await stateOf(postgres.url);
		if (state === "ended") await postgres.restart();
		return state === "answers";
	});
}

/** Waits until enough writers are answered 503, or held back from a service that is no longer ready. */
function untilRefused({ counts }: Balancer): Promise<void> {
	const refused = () => counts.unavailable + counts.refused;
	const before = refused();
	return until("writers are refused", () => refused() > before + REFUSED);
}

async function stateOf(url: string): Promise<"answers" | "recovers" | "ended"> {
	const client = new pg.Client({ connectionString: url });
	try {
		await client.connect();
		await client.end();
		return "answers";
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "ECONNREFUSED" ? "ended" : "recovers";
	}
}

/** Fills the disk of the file store until a build waits for room. */
async function fillFiles({ service }: FleetGround, { directory }: SmallDisk): Promise<void> {
	const free = await fillDisk(directory);
	const isWaiting = { status: "requested", status_reason: { not: null } } as const;
	await until("a build waits for room", async () => (await service.prisma.build.count({ where: isWaiting })) > 0);
	await free();
}

/** Fills the agent's disk before a new file: it answers from the old one until there is room. */
async function fillAgent(agents: AgentGround, { directory }: SmallDisk, number: number): Promise<Round> {
	const [before, code] = [`CODE-${number - 1}`, `CODE-${number}`];
	const free = await fillDisk(directory);
	const failures = () => agents.agent().said.filter((line) => /is not usable/.test(line)).length;
	const known = failures();
	await agents.deploy(code);
	await until("the agent finds no room", () => failures() > known);
	const answered = (await agents.agent().codes()).join();
	const problems = answered === before ? [] : [`an agent without room answers '${answered}' and not ${before}`];
	const since = performance.now();
	await free();
	await until("the agent has loaded the new file", async () => (await agents.agent().codes()).join() === code);
	return { acknowledged: 1, lost: problems.length, doubled: 0, recoveryMs: performance.now() - since, problems };
}
