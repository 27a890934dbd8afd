import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { Api } from "./ui/api";

/**
 * Uploads a file and returns `response.data` of the answer, however long that takes: `fetch` gives up
 * after five minutes.
 * @throws Error with the service's answer
 */
export async function upload<T>(
	{ url, key }: Api,
	{ method, path, type }: { readonly method: "POST" | "PUT"; readonly path: string; readonly type: string },
	file: Iterable<Buffer> | NodeJS.ReadableStream,
): Promise<T> {
	const sent = request(`${url}${path}`, {
		method,
		headers: { authorization: `Bearer ${key}`, "content-type": type },
	});
	const answered = once(sent, "response") as Promise<[IncomingMessage]>;
	await Promise.all([answered, pipeline(file, sent)]);
	const [answer] = await answered;
	const body = await text(answer);
	if (answer.statusCode !== 200 && answer.statusCode !== 201) {
		throw new Error(`${method} ${path}: ${answer.statusCode} ${body.slice(0, 500)}`);
	}
	return (JSON.parse(body) as { response: { data: T } }).response.data;
}
