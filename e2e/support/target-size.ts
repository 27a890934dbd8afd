import type { Page } from "@playwright/test";

/** Least width and height of controls, in CSS pixels (WCAG 2.2, success criterion 2.5.8). */
const LEAST = 24;

const CONTROLS = "a[href], button, input, select, textarea, summary, [role='option'], [role='menuitem'], [role='tab']";

/**
 * The controls on the page that are smaller than a finger needs. A link within a sentence is as
 * high as its line; a box to tick is as large as its label; what either has drawn around it to be
 * pressed (`::before`, `::after`) counts.
 */
export function smallControls(page: Page): Promise<string[]> {
	return page.evaluate(
		({ least, controls }) => {
			const inSentence = (control: Element) =>
				getComputedStyle(control).display === "inline" &&
				[...(control.parentElement?.childNodes ?? [])].some(
					(node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "",
				);
			const boxes = (control: Element) => {
				const label = control instanceof HTMLInputElement ? control.labels?.[0] : undefined;
				return [control, ...(label === undefined ? [] : [label])].flatMap((element) => [
					element.getBoundingClientRect(),
					...["::before", "::after"].map((part) => {
						const { width, height } = getComputedStyle(element, part);
						return { width: Number.parseFloat(width) || 0, height: Number.parseFloat(height) || 0 };
					}),
				]);
			};
			return (
				[...document.querySelectorAll(controls)]
					.filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
					.filter(
						(control) => control.closest("[inert], [aria-hidden='true'], .sr-only") === null && !inSentence(control),
					)
					.map((control) => ({
						words: (control.getAttribute("aria-label") ?? control.textContent ?? "").trim().slice(0, 60),
						tag: control.tagName.toLowerCase(),
						width: Math.max(...boxes(control).map(({ width }) => width)),
						height: Math.max(...boxes(control).map(({ height }) => height)),
					}))
					// Boxes end between pixels where text is as wide as its letters.
					.filter(({ width, height }) => Math.min(width, height) < least - 0.5)
					.map(({ tag, words, width, height }) => `${tag} '${words}': ${width.toFixed(1)} × ${height.toFixed(1)}`)
			);
		},
		{ least: LEAST, controls: CONTROLS },
	);
}
