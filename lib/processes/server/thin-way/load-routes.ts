import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { z } from "zod";
import { familyOfPath, needsNext } from "@/lib/http/routes/api-family";

/** A handler as route files export it: the standard Request in, the standard Response out. */
export type Handler = (
	request: Request,
	context: { params: Promise<Record<string, string | string[]>> },
) => Response | Promise<Response>;

/** A route of the API with the methods that it exports. */
export interface ApiRoute {
	/** In Next's notation, for log lines: `/api/designs/[design_id]`. */
	readonly pattern: string;
	readonly handlers: ReadonlyMap<string, Handler>;
}

/** The build does not look as this version of the thin way expects; the start must end. */
export class UnexpectedBuildError extends Error {
	override name = "UnexpectedBuildError";
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const manifest = z.record(z.string(), z.string());
const routeModule = z.looseObject({
	routeModule: z.custom<{ readonly userland: unknown; ensureUserland?: () => Promise<void> }>(
		(value) => typeof value === "object" && value !== null && "userland" in value,
	),
});

/**
 * Loads the route handlers of the API from Next's build. This is the one place that knows how the build looks:
 * two manifests, and a module per route whose `routeModule.userland` holds what the route file exports. Next's version
 * is pinned for that; whoever raises it runs the test beside the server, which calls every route.
 *
 * Takes the build's directory. @throws UnexpectedBuildError with a sentence that says what is not as it was.
 */
export async function loadRoutes(buildDirectory: string): Promise<ApiRoute[]> {
	const paths = await readManifest(join(buildDirectory, "app-path-routes-manifest.json"));
	const files = await readManifest(join(buildDirectory, "server", "app-paths-manifest.json"));
	const require = createRequire(join(buildDirectory, "server", "route.js"));
	const routes: ApiRoute[] = [];
	for (const [page, pattern] of Object.entries(paths)) {
		if (!page.endsWith("/route") || familyOfPath(pattern) === undefined) continue;
		if (needsNext(pattern.split("/").slice(1))) continue;
		const file = files[page];
		if (file === undefined) throw new UnexpectedBuildError(`the build names no file for the route ${pattern}.`);
		routes.push({
			pattern,
			handlers: await loadHandlers(pattern, () => require(join(buildDirectory, "server", file))),
		});
	}
	if (routes.length === 0) throw new UnexpectedBuildError("the build has no route of the API.");
	return routes;
}

async function loadHandlers(pattern: string, load: () => unknown): Promise<ReadonlyMap<string, Handler>> {
	const loaded = routeModule.safeParse(await load());
	if (!loaded.success) throw new UnexpectedBuildError(`the module of ${pattern} has no routeModule.userland.`);
	const module = loaded.data.routeModule;
	await module.ensureUserland?.();
	const userland = module.userland;
	const handlers = new Map<string, Handler>();
	for (const method of METHODS) {
		const handler: unknown =
			typeof userland === "object" && userland !== null ? Reflect.get(userland, method) : undefined;
		if (typeof handler === "function") handlers.set(method, handler as Handler);
	}
	if (handlers.size === 0) throw new UnexpectedBuildError(`the module of ${pattern} exports no method.`);
	return handlers;
}

async function readManifest(path: string): Promise<Record<string, string>> {
	const parsed = manifest.safeParse(
		await readFile(path, "utf8")
			.then(JSON.parse)
			.catch(() => undefined),
	);
	if (!parsed.success) throw new UnexpectedBuildError(`${path} is missing or not what it was.`);
	return parsed.data;
}
