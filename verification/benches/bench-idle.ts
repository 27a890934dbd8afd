/**
 * `npm run bench:idle`: the memory of a service at its first start, at rest and in the main job (a
 * small list imported, built, requested, approved, loaded and answered by an agent), and what it takes
 * of a core for doing nothing. Figures are those of /proc, of the process that `npm start` is.
 */

import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openSession } from "@/lib/processes/server/testing/sign-in";
import { makeMemoryGroup } from "@/lib/tools/testing/memory-group";
import { findPostgres, startPostgres } from "@/lib/tools/testing/postgres-server.mjs";
import { type Api, ask, buildDesign, createProximity, upload } from "./api";
import { megabytes, print, printTable, seconds, timed } from "./figures";
import { PLACES_HEADER } from "./places";
import { forgetPeak, startAgent, startBuiltService, usedBy } from "./processes";
import { KINDS, type Kind, readOptions } from "./read-options";
import { createDatabase, type Where } from "./service";
import { withDirectory } from "./with-directory";

const FIRST = { email: "first@example.com", password: "a first password of the bench" };
const PLACE = { latitude: 52.5, longitude: 13.4 };
/** Until the jobs of a start, and the optimizations that follow it, have passed. */
const SETTLED_MS = 60_000;

const { database, ...options } = readOptions("bench:idle", { database: KINDS, seconds: 60, limit: 512 });
const columns: string[][] = [];
for (const kind of database) columns.push(await withDatabase(kind, (where) => measure(where, options)));
const names = ["first start", "its peak", "at rest", "a core at rest", "peak in the main job", "short of memory"];
printTable(
	[`within ${options.limit} MB`, ...database],
	names.map((name, row) => [name, ...columns.map((column) => column[row] ?? "")]),
);
process.exit(0);

async function withDatabase(kind: Kind, use: (where: Where) => Promise<string[]>): Promise<string[]> {
	return withDirectory(async (directory) => {
		if (kind === "embedded") return use({ dataDir: directory });
		const programs = await findPostgres();
		if (programs === null) throw new Error("PostgreSQL is not installed here: --database embedded does without it.");
		const server = await startPostgres(programs);
		return createDatabase(server.url, "bench_idle")
			.then(use)
			.finally(() => server.stop());
	});
}

async function measure(where: Where, { seconds: resting, limit }: typeof options): Promise<string[]> {
	const group = await makeMemoryGroup(limit);
	if (group === null)
		print("This machine gives no control groups to this user: nothing is limited, and only measured.");
	return withDirectory(async (directory) => {
		const settings = {
			...("dataDir" in where ? { DATA_DIR: where.dataDir } : { DATA_DIR: directory, DATABASE_URL: where.databaseUrl }),
			...{ BUILD_WORKERS: "1", BOOTSTRAP_EMAIL: FIRST.email, BOOTSTRAP_PASSWORD: FIRST.password },
		};
		const start = () => startBuiltService(settings, { pinned: false, members: group?.members });
		const { result: service, took } = await timed(start);
		try {
			const first = await usedBy(service.pid);
			await wait(SETTLED_MS);
			const before = await usedBy(service.pid);
			await wait(resting * 1_000);
			const after = await usedBy(service.pid);
			await forgetPeak(service.pid);
			const key = await (await openSession(service.url, FIRST.email, FIRST.password)).issueKey([
				"manage",
				"administer",
			]);
			await mainJob({ url: service.url, key, pid: service.pid }, join(directory, "agent"));
			const job = await usedBy(service.pid);
			const share = ((after.cpuSeconds - before.cpuSeconds) / resting) * 100;
			return [
				seconds(took),
				megabytes(first.peakMegabytes),
				megabytes(after.megabytes),
				`${share.toFixed(2)}%`,
				megabytes(job.peakMegabytes),
				group === null ? "not limited" : `${await group.wanted()} times`,
			];
		} finally {
			await service.stop();
			await group?.remove();
		}
	});
}

/** From a list to the answer of an agent, which is a machine of its own. */
async function mainJob(api: Api, cache: string): Promise<void> {
	const { id, geofences } = await createProximity(api, "Small list");
	const rows = `${PLACES_HEADER}${PLACE.latitude},${PLACE.longitude},500,Here\n`;
	await upload(api, "PUT", geofences, "text/csv", [Buffer.from(rows)]);
	const build = await buildDesign(api, id);
	const target = await ask<{ id: string }>(api, "POST", "/api/targets", {
		...{ name: "Bench", slug: "bench", accepted_organizations: ["service"] },
	});
	const agentKey = await ask<{ key: string }>(api, "POST", `/api/targets/${target.id}/agent-keys`, { label: "bench" });
	const requested = await ask<{ id: string }>(api, "FORM", `/targeting/builds/${build.id}/request`, {
		...{ KEY: api.key, targetId: target.id, message: "bench" },
	});
	await ask(api, "FORM", `/targeting/deployments/${requested.id}/activate`, { KEY: api.key });
	const agent = await startAgent(api.url, agentKey.key, cache);
	const path = `/geopulse/proximity/indices?latitude=${PLACE.latitude}&longitude=${PLACE.longitude}`;
	for (;;) {
		const answer: unknown[] = await (await fetch(`${agent.url}${path}`)).json();
		if (answer.length === 1) break;
		await wait(100);
	}
	await agent.stop();
}
