import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BuildDetail } from "@/lib/contract/build";
import { importGeofences } from "@/lib/domain/designs/import-geofences";
import { parseEnvironment } from "@/lib/platform/env";
import {
	type DataDirectory,
	migratedDataDirectory,
	type StartedService,
	startService,
} from "@/lib/processes/server/testing/start-service";
import { openService } from "@/lib/processes/startup/open-service";
import { eventually } from "@/lib/tools/testing/eventually";
import { createProximityDesign, createWorld, issueKey } from "@/lib/tools/testing/world";

/** Enough for a build that takes some seconds. */
const GEOFENCES = 60_000;

describe("the built service, killed in the middle of a build", () => {
	let data: DataDirectory;
	let key: string;
	let designId: string;
	beforeAll(async () => {
		data = await migratedDataDirectory();
		const { service, database } = await openService(parseEnvironment({ DATA_DIR: data.path }));
		const { designer } = await createWorld(service);
		key = await issueKey(service, designer, ["manage"]);
		const design = await createProximityDesign(service, designer);
		designId = design.id;
		await importGeofences(
			service,
			designer,
			{ designId, setId: design.set_ids[0] ?? "" },
			{ contentType: "text/csv", body: rows() },
		);
		await database.close();
	});
	afterAll(() => data.remove());

	async function* rows(): AsyncGenerator<Uint8Array> {
		const encoder = new TextEncoder();
		yield encoder.encode("latitude,longitude,radius\n");
		for (let at = 0; at < GEOFENCES; at += 1_000) {
			const lines = Array.from({ length: 1_000 }, (_, row) => {
				const number = at + row;
				return `${((number * 0.618) % 120) - 60},${((number * 0.382) % 340) - 170},150\n`;
			});
			yield encoder.encode(lines.join(""));
		}
	}

	async function newestBuild(service: StartedService): Promise<BuildDetail> {
		const response = await fetch(`${service.url}/api/designs/${designId}/builds?limit=1`, {
			headers: { authorization: `Bearer ${key}` },
		});
		const body = (await response.json()) as { response: { data: [BuildDetail] } };
		return body.response.data[0];
	}

	const buildOnceIt = (service: StartedService, is: (build: BuildDetail) => boolean): Promise<BuildDetail> =>
		eventually(async () => {
			const build = await newestBuild(service);
			expect(build).toSatisfy(is);
			return build;
		});

	test("completes that build when it is started again", async () => {
		const first = await startService({ DATA_DIR: data.path, BUILD_WORKERS: "1" });
		const requested = await fetch(`${first.url}/targeting/designs/${designId}/request`, {
			method: "POST",
			body: new URLSearchParams({ KEY: key, reason: "to be killed" }),
		});
		expect(requested.status).toBe(200);
		const interrupted = await buildOnceIt(first, ({ status }) => status !== "requested");
		await first.stop("SIGKILL");
		expect(interrupted).toMatchObject({ status: "building", attempts: 1 });

		const second = await startService({ DATA_DIR: data.path, BUILD_WORKERS: "1" });
		const settled = await buildOnceIt(second, ({ status }) => status !== "building" && status !== "requested");
		expect(settled).toMatchObject({ id: interrupted.id, status: "done", attempts: 2 });
		expect(settled.sets[0]?.item_count).toBe(GEOFENCES);
		const file = await fetch(`${second.url}/api/builds/${settled.id}/file`, {
			headers: { authorization: `Bearer ${key}` },
		});
		expect((await file.arrayBuffer()).byteLength).toBe(settled.size);
		expect(await second.stop()).toBe(0);
	});
});
