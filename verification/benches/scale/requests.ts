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
	/** Of rates and sizes one figure. */
	readonly values: readonly number[];
	readonly unit: "ms" | "s" | "/s" | "MB";
}

/** Rounds of a request that takes long, and of one that does not. */
const ROUNDS = { least: 5, most: 30 };

/** A figure, of nobody in particular unless `who` says otherwise. */
export function figure(
	group: string,
	name: string,
	values: readonly number[],
	{ who = "", unit = "ms" }: { who?: string; unit?: Figure["unit"] } = {},
): Figure {
	return { group, name, who, values, unit };
}

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

/** Repeats work for about so many milliseconds; gives its times. */
export async function repeat(work: () => Promise<unknown>, milliseconds: number): Promise<number[]> {
	const times: number[] = [];
	const until = performance.now() + milliseconds;
	await work();
	while (times.length < ROUNDS.least || (times.length < ROUNDS.most && performance.now() < until)) {
		const began = performance.now();
		await work();
		times.push(performance.now() - began);
	}
	return times;
}
