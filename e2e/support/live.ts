import type { Locator } from "@playwright/test";

/** How long a change took from its commit to its paint, and what the machine needs for a bare read just then; milliseconds. */
export interface Appearance {
	readonly took: number;
	readonly read: number;
}

/**
 * Makes a change through the API and watches `part` of a page until `words` are painted in it. The clock is that of the
 * machine for both: it starts when the service has answered the change, and stops in the page, in the frame that shows it,
 * so that neither this program's polling nor the browser's distance counts. `readPath` is what the page reads anew.
 */
export async function timeAppearance(
	part: Locator,
	words: string,
	readPath: string,
	change: () => Promise<unknown>,
): Promise<Appearance> {
	const painted = part.evaluate(
		(element, text) =>
			new Promise<number>((resolve) => {
				const look = () => {
					if (element.textContent?.includes(text) !== true) return;
					observer.disconnect();
					requestAnimationFrame(() => setTimeout(() => resolve(Date.now())));
				};
				const observer = new MutationObserver(look);
				observer.observe(element, { subtree: true, childList: true, characterData: true });
				look();
			}),
		words,
	);
	await change();
	const changedAt = Date.now();
	const took = (await painted) - changedAt;
	const read = await part.evaluate(async (_element, path) => {
		const start = performance.now();
		await (await fetch(path)).text();
		return performance.now() - start;
	}, readPath);
	return { took, read };
}

const TWO_SECONDS = 2_000;

/**
 * How much later than promised the usual one of several changes appeared; 0 or less where the promise is kept. The promise
 * is for a machine that has time: what is added for one that has not is five times what it needs to read the list once,
 * a few milliseconds on a quiet one.
 */
export function overdue(appearances: readonly Appearance[]): number {
	const middle = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
	return middle(appearances.map(({ took, read }) => took - TWO_SECONDS - 5 * read));
}
