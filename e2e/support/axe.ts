import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const THEMES = ["light", "dark"] as const;
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Expects that axe finds nothing on the page as it stands, in both themes. Leaves the page in the theme of before. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
	for (const colorScheme of THEMES) {
		await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
		// In the page itself, which has no frames of others, and with the details of what it finds alone: a third of the time.
		const axe = new AxeBuilder({ page }).options({ runOnly: RULES, resultTypes: ["violations"] }).setLegacyMode();
		// What lies behind a question is veiled on purpose.
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
