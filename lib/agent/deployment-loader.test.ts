import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type CacheDirectory, openCacheDirectory } from "@/lib/agent/cache-directory";
import type { Deployment } from "@/lib/agent/deployment";
import { DeploymentLoader } from "@/lib/agent/deployment-loader";
import type { FileFetcher } from "@/lib/agent/file-fetcher";
import type { LoadedFile } from "@/lib/agent/file-job";
import { createLogger } from "@/lib/agent/logger";
import { MatchCounts } from "@/lib/agent/match-counts";

let directory: string;
let cache: CacheDirectory;
/** Number of times that a digest was read. */
let looks = 0;

beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), "loader-test-"));
	cache = await openCacheDirectory(directory, "https://service.example", "key");
	looks = 0;
});

afterEach(async () => {
	await cache.close();
	await rm(directory, { recursive: true, force: true });
});

function deploymentOf(name: string): Deployment {
	const sha256 = createHash("sha256").update(name).digest("hex");
	return {
		deploymentId: name,
		buildId: name,
		type: "proximity",
		designId: name,
		designName: name,
		tags: [],
		size: 10,
		get sha256() {
			looks++;
			return sha256;
		},
		filePath: "/file",
		requester: null,
	};
}

/** Files that are available at once. */
const fetcher: Pick<FileFetcher, "fetch" | "check" | "load"> = {
	fetch: ({ sha256 }) => writeFile(cache.filePath(sha256), "x"),
	check: async () => undefined,
	load: async () => ({ file: { kind: "proximity", meta: { sets: [] }, sharedBytes: 12 } }) as unknown as LoadedFile,
};

test("files that arrive one by one are not each compared with all others, and unwanted ones are removed", async () => {
	const loader = new DeploymentLoader({
		cache,
		fetcher: fetcher as FileFetcher,
		tags: [],
		memoryLimit: () => 1e9,
		keeps: () => false,
		retry: { baseMs: 1, maxMs: 1 },
		matches: new MatchCounts(60_000),
		publish: () => undefined,
		log: createLogger(() => undefined),
	});
	let told = 0;
	loader.on("change", () => told++);
	const deployments = Array.from({ length: 200 }, (_, index) => deploymentOf(`d${index}`));
	loader.apply({ deployments, unusable: [] });
	// Every listener iterates over all deployments.
	expect(told).toBeLessThan(10);
	await expect.poll(() => [loader.snapshot.files.length, loader.settled]).toEqual([deployments.length, true]);
	const kept = deployments.slice(0, 3);
	loader.apply({ deployments: kept, unusable: [] });
	await loader.stop();
	expect(looks).toBeLessThan(20 * deployments.length ** 2);
	expect((await readdir(join(directory, "files"))).sort()).toEqual(kept.map(({ sha256 }) => `${sha256}.tgt`).sort());
});
