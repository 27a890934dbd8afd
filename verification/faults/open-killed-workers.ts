import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Build } from "@/lib/generated/prisma/client";
import { checkFiles } from "./check-whole";
import { Findings, type Ground } from "./fault";
import { type FleetGround, finishFleet, openFleetGround } from "./fleet-ground";
import { createLargeDesign } from "./large-design";
import { openGround } from "./open-ground";
import { until } from "./until";

/** Enough for a build of a second or two. */
const GEOFENCES = 30_000;
/** How far into a build a worker is killed at the latest. */
const WITHIN_BUILD_MS = 1_500;

/** Kills the worker within a build; another one must finish it, once and with the same contents. */
export function openKilledWorkers(): Promise<Ground | string> {
	return openGround(async (ends) => {
		const ground = await openFleetGround();
		if (typeof ground === "string") return ground;
		ends.push(ground.close);
		const { fleet, release } = ground;
		const [, first] = await Promise.all([fleet.start("web", release), fleet.start("worker", release)]);
		let worker = first;
		const design = await createLargeDesign(ground, GEOFENCES);
		await design.request("workers-undisturbed");
		const expected = await contentsOf(ground, await design.settled());
		let killed = 0;
		return {
			round: async (random, number) => {
				await design.request(`workers-${number}`);
				await until("the build has begun", async () => (await design.newest()).status !== "requested");
				await delay(random.between(0, WITHIN_BUILD_MS));
				const since = performance.now();
				await fleet.kill(worker);
				killed += 1;
				worker = await fleet.start("worker", release);
				const build = await design.settled();
				const recoveryMs = performance.now() - since;
				const findings = new Findings();
				if (build.status !== "done")
					findings.isLost(`the build ${build.id} is ${build.status}: ${build.status_reason}`);
				const completed = await ground.service.prisma.auditEvent.count({
					where: { action: "complete_build", object_id: design.id },
				});
				if (completed > number + 1)
					findings.isDoubled(`the builds were completed ${completed} times, not ${number + 1}`);
				const contents = await contentsOf(ground, build);
				if (contents !== expected)
					findings.problems.push(`the build ${build.id} has other contents than an undisturbed one`);
				findings.problems.push(...(await checkFiles(ground.service, [design.id])));
				findings.problems.push(...(await tooManyWorkFiles(ground, killed)));
				const { lost, doubled, problems } = findings;
				return { acknowledged: 1, lost, doubled, recoveryMs, problems };
			},
			finish: () => finishFleet(ground),
		};
	});
}

/** What a build has, without what differs from build to build. */
async function contentsOf({ service }: FleetGround, { id, size }: Build): Promise<string> {
	const sets = await service.prisma.buildSet.findMany({ where: { build_id: id }, select: { item_count: true } });
	const digests = await service.prisma.buildFenceDigests.findMany({ where: { build_id: id } });
	return JSON.stringify({
		size: String(size),
		sets,
		digests: digests.map(({ digests: bytes }) => Buffer.from(bytes).toString("base64")),
	});
}

/** A killed worker leaves at most the file that it was writing, which is swept after a day. */
async function tooManyWorkFiles({ directory }: FleetGround, killed: number): Promise<string[]> {
	const names = await readdir(join(directory, "files", ".work")).catch(() => []);
	return names.length > killed ? [`${names.length} work files are left by ${killed} killed workers`] : [];
}
