import type { Locator } from "@playwright/test";

/**
 * Milliseconds from the commit of a change to its paint, and of a plain read by this machine at
 * that time.
 */
export interface Appearance {
	readonly took: number;
	readonly read: number;
}

/**
 * Changes something through the API and waits until `part` of a page has painted `words`. Both
 * times are of the machine's clock: from the service's answer to the frame in the page, so that
 * neither polling nor the browser's distance counts. `readPath` is the path that the page
 * refetches.
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
 * By how much the median of several changes is later than promised; 0 or less if it is in time. The
 * promise assumes an idle machine: a loaded one is allowed five times its time for reading the list
 * once, which takes a few milliseconds when idle.
 */
export function overdue(appearances: readonly Appearance[]): number {
	const middle = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
	return middle(appearances.map(({ took, read }) => took - TWO_SECONDS - 5 * read));
}
