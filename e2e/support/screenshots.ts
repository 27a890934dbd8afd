import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";

const FOLDER = join(import.meta.dirname, "../../screenshots");
const WIDTHS = [
	{ width: 375, height: 812 },
	{ width: 1280, height: 800 },
	{ width: 2560, height: 1440 },
] as const;
const THEMES = ["light", "dark"] as const;

/** What a page shows while it waits: the network itself is never idle, as every page listens to the service's events. */
const UNFINISHED = "[aria-busy='true'], .animate-breathe";

/** A page to look at; `prepare` opens a dialog, chooses a row, or waits for what comes late. */
export interface Screen {
	name: string;
	path: string;
	prepare?: (page: Page) => Promise<void>;
}

/**
 * Writes a picture of every screen at three widths in both themes to `screenshots/NAME-WIDTH-THEME.png`, and expects that
 * nothing scrolls sideways.
 */
export async function takeScreenshots(page: Page, screens: readonly Screen[]): Promise<void> {
	await mkdir(FOLDER, { recursive: true });
	for (const { name, path, prepare } of screens) {
		for (const viewport of WIDTHS) {
			await page.setViewportSize(viewport);
			for (const colorScheme of THEMES) {
				await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
				await page.goto(path);
				await prepare?.(page);
				await expect(page.locator(UNFINISHED)).toHaveCount(0);
				const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
				await page.screenshot({
					path: join(FOLDER, `${name}-${viewport.width}-${colorScheme}.png`),
					animations: "disabled",
				});
				expect(content, `${name} scrolls sideways at ${viewport.width} px`).toBeLessThanOrEqual(window ?? 0);
			}
		}
	}
}
