import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/**
 * One theme has all that axe finds but contrast, which components/palette.test.ts judges in both;
 * `npm run test:all` has pages judged in both.
 */
const IN_ALL = process.env.TEST_THEMES === "both";
const THEMES = IN_ALL ? (["light", "dark"] as const) : (["light"] as const);
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Expects that axe finds nothing on the page, and restores the theme. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
	for (const colorScheme of THEMES) {
		await page.emulateMedia({ colorScheme });
		// Legacy mode without frames and details of passed rules takes a third of the time.
		const axe = new AxeBuilder({ page }).options({ runOnly: RULES, resultTypes: ["violations"] }).setLegacyMode();
		// A dialog dims the page behind it on purpose.
		if ((await page.getByRole("dialog").count()) > 0) axe.include("[role='dialog']");
		const { violations } = await axe.analyze();
		const found = violations.map(({ id, help, nodes }) => ({
			rule: `${id}: ${help}`,
			nodes: nodes.slice(0, 5).map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
		}));
		expect(found, `${what}, ${colorScheme}`).toEqual([]);
	}
	await page.emulateMedia({ colorScheme: null });
}

/** The same of what a journey comes by, in `npm run test:all` alone; the walk has the pages. */
export async function expectAccessibleInPassing(page: Page, what: string): Promise<void> {
	if (IN_ALL) await expectAccessible(page, what);
}
