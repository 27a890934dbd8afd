import { createHash } from "node:crypto";
import { streamBody } from "./stream-body";

/** A request's body, hashed with its query string and preconditions while it is read. */
export class HashedBody {
	readonly #hash = createHash("sha256");
	readonly #request: Request;
	#digest: Uint8Array<ArrayBuffer> | null = null;

	constructor(request: Request, bodyText: string | undefined) {
		this.#request = request;
		const expected = [request.headers.get("if-match"), request.headers.get("x-build-digest")];
		this.#hash.update(`${JSON.stringify([searchWithoutKey(request), ...expected])}\n`);
		if (bodyText === undefined) return;
		this.#hash.update(bodyText);
		this.#end();
	}

	/** Null until the body was read to its end. */
	digestIfRead(): Uint8Array<ArrayBuffer> | null {
		return this.#digest;
	}

	async *stream(): AsyncGenerator<Uint8Array> {
		for await (const chunk of streamBody(this.#request)) {
			this.#hash.update(chunk);
			yield chunk;
		}
		this.#end();
	}

	async readToEnd(): Promise<Uint8Array> {
		for await (const _ of this.stream());
		return this.#digest ?? new Uint8Array();
	}

	#end(): void {
		this.#digest = new Uint8Array(this.#hash.digest());
	}
}

function searchWithoutKey(request: Request): string {
	const query = new URL(request.url).search.slice(1).split("&");
	const others = query.filter((field) => !field.startsWith("KEY=")).join("&");
	return others === "" ? "" : `?${others}`;
}
