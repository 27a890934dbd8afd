import { z } from "zod";
import { emptyResponse, itemResponse, listResponse } from "@/lib/contract/primitives";

type Item<T extends z.ZodType> = z.infer<T>;

/** Calls the service like a customer's program, and validates every answer by the contract. */
export class ApiClient {
	readonly #baseUrl: string;
	readonly #key: string;

	constructor(service: { baseUrl: string }, key: string) {
		this.#baseUrl = service.baseUrl;
		this.#key = key;
	}

	/** Reads a list of the management API. */
	list<T extends z.ZodType>(row: T, path: string, parameters: Record<string, string> = {}): Promise<Item<T>[]> {
		return this.rows(row, `${path}?${new URLSearchParams(parameters)}`);
	}

	/** Sends an action of the management API: form data with `KEY`. */
	async act<T extends z.ZodType>(row: T, path: string, parameters: Record<string, string> = {}): Promise<Item<T>> {
		const body = new URLSearchParams({ ...parameters, KEY: this.#key });
		return this.#item(row, await this.#call(path, { method: "POST", body }));
	}

	/** Sends an action of the management API after which its row is no longer listed. */
	async remove(path: string, parameters: Record<string, string> = {}): Promise<void> {
		const body = new URLSearchParams({ ...parameters, KEY: this.#key });
		emptyResponse.parse(await this.#call(path, { method: "POST", body }));
	}

	/** Reads one object. */
	async get<T extends z.ZodType>(row: T, path: string): Promise<Item<T>> {
		return this.#item(row, await this.#read(path));
	}

	/** Reads a list. */
	async rows<T extends z.ZodType>(row: T, path: string): Promise<Item<T>[]> {
		return listResponse(row).parse(await this.#read(path)).response.data as Item<T>[];
	}

	/** Writes by the product API, with a body of the given type. */
	async send<T extends z.ZodType>(
		row: T,
		method: "POST" | "PUT" | "PATCH",
		path: string,
		body: string | Uint8Array<ArrayBuffer>,
		contentType = "application/json",
	): Promise<Item<T>> {
		const headers = { ...this.#bearer(), "Content-Type": contentType };
		return this.#item(row, await this.#call(path, { method, headers, body }));
	}

	/** The management API takes `KEY` in the query, the product API a bearer token. */
	#read(path: string): Promise<unknown> {
		if (!path.startsWith("/targeting/")) return this.#call(path, { method: "GET", headers: this.#bearer() });
		return this.#call(`${path}${path.includes("?") ? "&" : "?"}KEY=${this.#key}`, { method: "GET" });
	}

	#bearer(): Record<string, string> {
		return { Authorization: `Bearer ${this.#key}` };
	}

	#item<T extends z.ZodType>(row: T, answer: unknown): Item<T> {
		return row.parse(itemResponse(z.unknown()).parse(answer).response.data) as Item<T>;
	}

	async #call(path: string, request: RequestInit): Promise<unknown> {
		const response = await fetch(`${this.#baseUrl}${path}`, request);
		const text = await response.text();
		// Reports omit the query, which contains the key.
		if (!response.ok) throw new Error(`${request.method} ${path.split("?")[0]} answered ${response.status}: ${text}`);
		return JSON.parse(text);
	}
}
