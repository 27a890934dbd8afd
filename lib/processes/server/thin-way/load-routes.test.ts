import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadRoutes, UnexpectedBuildError } from "@/lib/processes/server/thin-way/load-routes";

let directory: string;

beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), "targeting-build-"));
});

afterEach(() => rm(directory, { recursive: true, force: true }));

async function build(files: Record<string, string>): Promise<void> {
	for (const [name, contents] of Object.entries(files)) {
		const path = join(directory, name);
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, contents);
	}
}

const PATHS = "app-path-routes-manifest.json";
const FILES = "server/app-paths-manifest.json";
const page = "/(group)/api/things/[id]/route";
const manifests = {
	[PATHS]: JSON.stringify({
		[page]: "/api/things/[id]",
		"/page": "/",
		"/api/auth/[...nextauth]/route": "/api/auth/[...nextauth]",
	}),
	[FILES]: JSON.stringify({ [page]: "app/things.js", "/page": "app/page.js" }),
};

describe("loadRoutes", () => {
	test("takes the API's handlers, and neither pages nor what Next serves itself", async () => {
		await build({
			...manifests,
			"server/app/things.js":
				"exports.routeModule = { userland: { GET: () => 1, POST: () => 2, dynamic: 'force-dynamic' } };",
		});
		const routes = await loadRoutes(directory);
		expect(routes.map(({ pattern, handlers }) => [pattern, [...handlers.keys()]])).toEqual([
			["/api/things/[id]", ["GET", "POST"]],
		]);
	});

	test("waits for modules that load asynchronously", async () => {
		await build({
			...manifests,
			"server/app/things.js": `let ready;
				exports.routeModule = {
					get userland() { if (!ready) throw new Error("too early"); return ready; },
					ensureUserland: async () => { ready = { GET: () => 1 }; },
				};`,
		});
		expect(await loadRoutes(directory)).toHaveLength(1);
	});

	test.each([
		["a manifest is missing", { [PATHS]: manifests[PATHS] ?? "" }],
		["a manifest is no JSON", { ...manifests, [PATHS]: "{" }],
		["a manifest has another shape", { ...manifests, [PATHS]: '{"routes":[]}' }],
		["a route has no file", { ...manifests, [FILES]: "{}" }],
		["a file has no route module", { ...manifests, "server/app/things.js": "exports.handler = () => 1;" }],
		["a route module has no userland", { ...manifests, "server/app/things.js": "exports.routeModule = {};" }],
		["nothing is exported", { ...manifests, "server/app/things.js": "exports.routeModule = { userland: {} };" }],
		["there is no API", { [PATHS]: '{"/page":"/"}', [FILES]: "{}" }],
	])("says so when %s", async (_, files) => {
		await build(files);
		await expect(loadRoutes(directory)).rejects.toThrow(UnexpectedBuildError);
	});
});
