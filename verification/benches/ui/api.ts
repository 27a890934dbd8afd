import { setTimeout as wait } from "node:timers/promises";

/** URL of the service, and the API key of the benchmark. */
export interface Api {
	readonly url: string;
	readonly key: string;
}

/**
 * Calls the service and returns `response.data` of the envelope. `FORM` sends a form (the
 * contract's actions), any other method JSON.
 * @throws Error with the service's message
 */
export async function ask<T = unknown>(
	{ url, key }: Api,
	method: "GET" | "POST" | "PUT" | "PATCH" | "FORM",
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

/** Repeats a read until it finds something, for at most two minutes. */
export async function until<T>(look: () => Promise<T | null>): Promise<T> {
	for (const end = Date.now() + 120_000; Date.now() < end; await wait(100)) {
		const found = await look();
		if (found !== null) return found;
	}
	throw new Error("nothing was found for two minutes");
}
