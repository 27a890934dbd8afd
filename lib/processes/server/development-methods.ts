import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, sep } from "node:path";
import { methodNotAllowed, optionsAnswer } from "@/lib/http/routes/method-not-allowed";
import type { RequestTarget } from "@/lib/processes/server/request-target";
import { compileMatcher } from "@/lib/processes/server/thin-way/matcher";

const METHODS = "GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS";
const EXPORTED = new RegExp(`export (?:const|async function|function) (${METHODS})\\b`, "g");
const EXPORTED_TOGETHER = /export const \{([^}]*)\}/g;

/**
 * Answers OPTIONS, and methods that a route of the API does not implement, where Next's development server serves the API:
 * its own 405 has neither `Allow` nor a body. The methods are read from the route's source, as no build has listed them yet.
 * Gives whether the request is answered.
 */
export async function answerMethodInDevelopment(
	appDirectory: string,
	target: RequestTarget,
	incoming: IncomingMessage,
	outgoing: ServerResponse,
): Promise<boolean> {
	const methods = await methodsOf(appDirectory, target.segments);
	const { method = "" } = incoming;
	if (methods === undefined || methods.includes(method) || (method === "HEAD" && methods.includes("GET"))) return false;
	const response =
		method === "OPTIONS"
			? optionsAnswer(methods)
			: methodNotAllowed(new Request(`http://localhost${target.path}`), methods);
	outgoing.statusCode = response.status;
	outgoing.setHeaders(response.headers).end(await response.text());
	return true;
}

/** The methods that the route of a path exports; undefined where there is no route. Takes decoded path segments. */
export async function methodsOf(appDirectory: string, segments: readonly string[]): Promise<string[] | undefined> {
	const files = (await readdir(appDirectory, { recursive: true })).filter((file) => /(^|[\\/])route\.ts$/.test(file));
	const patterns = files.map((file): [string, string] => [`/${file.split(sep).slice(0, -1).join("/")}`, file]);
	const found = compileMatcher(patterns)(segments);
	if (found === undefined) return undefined;
	const source = await readFile(join(appDirectory, found.route), "utf8");
	const together = [...source.matchAll(EXPORTED_TOGETHER)].flatMap(([, names = ""]) => names.match(/\w+/g) ?? []);
	return [...[...source.matchAll(EXPORTED)].map(([, name = ""]) => name), ...together];
}
