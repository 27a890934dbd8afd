import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const THEMES = ["light", "dark"] as const;
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Expects that axe finds nothing on the page in both themes, and restores the theme. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
	for (const colorScheme of THEMES) {
		await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
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
	await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}
