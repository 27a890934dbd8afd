import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";

afterEach(() => vi.resetModules());

/** As the build for a base path has it. */
async function builtFor(basePath: string) {
	vi.stubEnv("NEXT_PUBLIC_BASE_PATH", basePath);
	vi.resetModules();
	return { ...(await import("./service-path")), ...(await import("./fetcher")) };
}

describe("paths of the service", () => {
	test("are below the base path, and those of Next's router are not", async () => {
		const { servicePath, pathInService, address } = await builtFor("/targeting-ui");
		expect(servicePath("/api/events")).toBe("/targeting-ui/api/events");
		expect(address("/targeting/designs", { q: "a" })).toBe("/targeting-ui/targeting/designs?q=a");
		const within = ["/targeting-ui", "/targeting-ui/", "/targeting-ui/designs", "/targeting-uix"].map(pathInService);
		expect(within).toEqual(["/", "/", "/designs", "/targeting-uix"]);
	});

	test("are as they are without one", async () => {
		const { servicePath, pathInService, address } = await builtFor("");
		expect([servicePath("/api/events"), pathInService("/designs"), pathInService("/")]).toEqual([
			"/api/events",
			"/designs",
			"/",
		]);
		expect(address("/targeting/designs", { q: "a" })).toBe("/targeting/designs?q=a");
	});
});

/** A path of the host that Next does not prefix: given to the browser itself. */
const UNPREFIXED = [
	/\b(?:fetch|EventSource|Worker|SharedWorker|WebSocket|sendBeacon|URL|location\.(?:assign|replace))\(\s*["`]\/\w/,
	/\blocation(?:\.href)? = ["`]\//,
	/location\.origin\}/,
	/\b(?:BroadcastChannel|locks\.request)\(\s*["`]/,
	/<(?:a|img|script|form|iframe|source)\b(?:[^>]|=>)*?\b(?:href|src|action)=(?:"\/|\{\s*["`]\/)/,
];

test("no page gives the browser a path or a shared name that misses the base path", () => {
	const files = ["app", "components", "lib/browser"].flatMap((root) =>
		readdirSync(root, { recursive: true, encoding: "utf8" }).map((path) => join(root, path)),
	);
	const sources = files.filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !path.endsWith("/service-path.ts"));
	const wrong = sources.flatMap((path) => {
		const source = readFileSync(path, "utf8");
		return UNPREFIXED.flatMap((pattern) => pattern.exec(source)?.[0] ?? []).map((found) => `${path}: ${found}`);
	});
	expect(sources.length).toBeGreaterThan(300);
	expect(wrong).toEqual([]);
});
