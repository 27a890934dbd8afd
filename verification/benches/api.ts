import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { count } from "./figures";

/** URL of the service, the API key of the benchmark, and the server's process. */
export interface Api {
	readonly url: string;
	readonly key: string;
	readonly pid: number | undefined;
}

type Method = "GET" | "POST" | "PUT" | "PATCH";

/**
 * Calls the service and returns `response.data` of the envelope. `FORM` sends a form (the
 * contract's actions), any other method JSON.
 * @throws Error with the service's message
 */
export async function ask<T = unknown>(
	{ url, key }: Api,
	method: Method | "FORM",
	path: string,
	fields?: Record<string, unknown>,
): Promise<T> {
	const form = method === "FORM";
	// The contract's routes take the key as the parameter `KEY`.
	const keyed = path.startsWith("/targeting/");
	const response = await fetch(`${url}${path}`, {
		method: form ? "POST" : method,
		headers: keyed ? {} : { Authorization: `Bearer ${key}`, ...(fields ? { "Content-Type": "application/json" } : {}) },
		...(fields === undefined
			? {}
			: { body: form ? new URLSearchParams(fields as Record<string, string>) : JSON.stringify(fields) }),
	});
	const body = (await response.json()) as { response?: { data: T }; message?: string };
	if (!response.ok || body.response === undefined)
		throw new Error(`${method} ${path.split("?")[0]}: ${response.status} ${body.message}`);
	return body.response.data;
}

/**
 * Uploads a file and returns `response.data` of the answer, however long that takes: `fetch` gives up
 * after five minutes.
 * @throws Error with the service's answer
 */
export async function upload<T>(
	{ url, key }: Api,
	method: "POST" | "PUT",
	path: string,
	type: string,
	file: Iterable<Buffer> | NodeJS.ReadableStream,
): Promise<T> {
	const sent = request(`${url}${path}`, { method, headers: { authorization: `Bearer ${key}`, "content-type": type } });
	const answered = once(sent, "response") as Promise<[IncomingMessage]>;
	await Promise.all([answered, pipeline(file, sent)]);
	const [answer] = await answered;
	const body = await text(answer);
	if (answer.statusCode !== 200 && answer.statusCode !== 201)
		throw new Error(`${method} ${path}: ${answer.statusCode} ${body.slice(0, 500)}`);
	return (JSON.parse(body) as { response: { data: T } }).response.data;
}

/** Creates a proximity design; gives its id, and the path of the geofences of each set. */
export async function createProximity(
	api: Api,
	name: string,
	sets: readonly string[] = ["Places"],
): Promise<{ id: string; geofences: string; geofencesOf: string[] }> {
	const { id, set_ids } = await ask<{ id: string; set_ids: string[] }>(api, "POST", "/api/designs", {
		name: `${name} of the benchmark`,
		type: "proximity",
		sets: sets.map((set_name) => ({ set_name })),
	});
	const geofencesOf = set_ids.map((set) => `/api/designs/${id}/sets/${set}/geofences`);
	return { id, geofences: geofencesOf[0] ?? "", geofencesOf };
}

interface Build {
	readonly id: string;
	readonly status: "requested" | "building" | "done" | "rejected" | "failed";
	readonly status_reason: string | null;
	readonly size: number | null;
	readonly sets: readonly { readonly item_count: number }[];
}

/**
 * Requests a build of a design and waits for its end.
 * @returns its id, and what it made, in words
 * @throws Error unless it was completed
 */
export async function buildDesign(api: Api, designId: string): Promise<{ id: string; made: string }> {
	await ask(api, "FORM", `/targeting/designs/${designId}/request`, { KEY: api.key, reason: "benchmark" });
	for (;;) {
		const [build] = await ask<Build[]>(api, "GET", `/api/designs/${designId}/builds?limit=1`);
		if (build?.status === "done") {
			const items = build.sets.reduce((sum, set) => sum + set.item_count, 0);
			return { id: build.id, made: `${count(items)} items, ${count((build.size ?? 0) / 1e6)} MB` };
		}
		if (build?.status === "rejected" || build?.status === "failed")
			throw new Error(`the build was ${build.status}: ${build.status_reason}`);
		await wait(100);
	}
}
