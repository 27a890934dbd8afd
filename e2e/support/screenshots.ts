import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { expectAtRest } from "./readiness";
import { smallControls } from "./target-size";

const FOLDER = join(import.meta.dirname, "../../screenshots");
const WIDTHS = [
	{ width: 375, height: 812 },
	{ width: 1280, height: 800 },
	{ width: 2560, height: 1440 },
] as const;
/** At this width filters beside one another have the least room. */
const TABLET = { width: 768, height: 1024 };
const THEMES = ["light", "dark"] as const;

/** Tag of tests with screenshots: `npm run screenshots` runs only these. */
export const SCREENS = "@screens";

/** A page with preparation, which opens a dialog, chooses a row, or waits for late content. */
export interface Screen {
	name: string;
	path: string;
	prepare?: (page: Page) => Promise<void>;
}

/**
 * Expects that no screen scrolls sideways at the narrowest widths, cuts off a placeholder, or has a
 * control that is too small or a status whose word is cut off. `npm run screenshots` also writes
 * every screen at three widths in both themes to `screenshots/NAME-WIDTH-THEME.png`, which is too
 * slow for other runs.
 */
export async function expectToFit(page: Page, screens: readonly Screen[]): Promise<void> {
	const pictures = process.env.SCREENSHOTS === "all";
	if (pictures) {
		await mkdir(FOLDER, { recursive: true });
	}
	for (const screen of screens) {
		for (const viewport of pictures ? WIDTHS : WIDTHS.slice(0, 1)) {
			for (const colorScheme of pictures ? THEMES : THEMES.slice(0, 1)) {
				await page.setViewportSize(viewport);
				await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
				await show(page, screen);
				const file = `${screen.name}-${viewport.width}-${colorScheme}.png`;
				if (pictures) await page.screenshot({ path: join(FOLDER, file), animations: "disabled" });
				const wide = await page.evaluate(() =>
					[document.documentElement, ...document.querySelectorAll("[role='dialog'], [role='dialog'] *")]
						.filter((box) => box.scrollWidth > box.clientWidth)
						.filter((box) => box === document.documentElement || /auto|scroll/.test(getComputedStyle(box).overflowX))
						.map((box) => `${box.tagName} ${box.className}`),
				);
				expect(wide, `${screen.name} scrolls sideways at ${viewport.width} px`).toEqual([]);
				expect.soft(await cutPlaceholders(page), `${screen.name} at ${viewport.width} px`).toEqual([]);
				expect.soft(await smallControls(page), `${screen.name} at ${viewport.width} px`).toEqual([]);
				expect.soft(await cutStatuses(page), `${screen.name} at ${viewport.width} px`).toEqual([]);
			}
		}
		await page.setViewportSize(TABLET);
		expect.soft(await cutPlaceholders(page), `${screen.name} at ${TABLET.width} px`).toEqual([]);
		expect.soft(await smallControls(page), `${screen.name} at ${TABLET.width} px`).toEqual([]);
		expect.soft(await cutStatuses(page), `${screen.name} at ${TABLET.width} px`).toEqual([]);
	}
}

/** Words of statuses that are longer than their chips: beside them everything else gives way. */
function cutStatuses(page: Page): Promise<(string | null)[]> {
	return page.evaluate(() =>
		[...document.querySelectorAll("button[data-tone] > span")]
			.filter((word) => word.scrollWidth > word.clientWidth)
			.map((word) => word.textContent),
	);
}

/** Placeholders that are longer than their fields. */
function cutPlaceholders(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const pen = document.createElement("canvas").getContext("2d");
		if (pen === null) throw new Error("There is nothing to measure words with.");
		return [...document.querySelectorAll<HTMLInputElement>("input[placeholder]")]
			.filter((field) => {
				const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(field);
				pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
				const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
				return field.checkVisibility() && pen.measureText(field.placeholder).width > room;
			})
			.map(({ placeholder }) => `the placeholder '${placeholder}' is cut off`);
	});
}

async function show(page: Page, { path, prepare }: Screen): Promise<void> {
	await page.goto(path);
	await expectAtRest(page);
	await prepare?.(page);
	await expectAtRest(page);
}
