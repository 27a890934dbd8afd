/** Who asks, in a session of a browser. */
export interface Caller {
	readonly who: "designer" | "administrator" | "operator";
	readonly cookie: string;
}

/** Times of what a caller did, in milliseconds unless `unit` says otherwise. */
export interface Figure {
	readonly group: string;
	readonly name: string;
	/** Empty where it is of nobody in particular. */
	readonly who: string;
	/** Ascending; of rates and sizes one figure. */
	readonly values: readonly number[];
	readonly unit: "ms" | "s" | "/s" | "MB";
}

/** Rounds of a request that takes long, and of one that does not. */
const ROUNDS = { least: 5, most: 30 };

/**
 * Reads an answer to its end.
 * @returns undefined where the caller may not ask
 * @throws Error for any other refusal
 */
export async function get(url: string, caller: Caller, path: string): Promise<string | undefined> {
	const response = await fetch(`${url}${path}`, { headers: { cookie: caller.cookie } });
	const body = await response.text();
	if (response.ok) return body;
	if (response.status === 403 || response.status === 404) return undefined;
	throw new Error(`GET ${path} of the ${caller.who}: ${response.status} ${body.slice(0, 300)}`);
}

/** The number of rows of a list. */
export async function totalOf(url: string, caller: Caller, path: string): Promise<number> {
	const body = await get(url, caller, path);
	return body === undefined ? 0 : JSON.parse(body).response.total_row_count;
}

/**
 * Repeats work for about so many milliseconds.
 * @returns its times, ascending
 */
export async function timed(work: () => Promise<unknown>, milliseconds: number): Promise<number[]> {
	const times: number[] = [];
	const until = performance.now() + milliseconds;
	await work();
	while (times.length < ROUNDS.least || (times.length < ROUNDS.most && performance.now() < until)) {
		const began = performance.now();
		await work();
		times.push(performance.now() - began);
	}
	return times.sort((a, b) => a - b);
}
