/**
 * `npm run bench:ui`: times that users wait for, in a real browser. With 100,000 designs, 200,000
 * deployments and 5,000 pending requests: interaction to next paint, script of each page's first
 * load, time from `activate` to an agent's `loaded`. On an empty service: the map with 100,000
 * geofences, a border of 250,000 positions on its page and in the editor, the import of 1,000,000
 * CSV rows over HTTP and in the browser, the estimate of an audience over 1,000,000 devices.
 */

import { FULL_SCALE } from "@/lib/tools/testing/scale/scale-sizes";
import { measureActivation } from "@/verification/benches/ui/activation";
import { measureBorderPage } from "@/verification/benches/ui/border";
import { signedInPage, startBrowser } from "@/verification/benches/ui/browser";
import { measureImportPage } from "@/verification/benches/ui/import-page";
import { measureInteractions } from "@/verification/benches/ui/interactions";
import { measureMap } from "@/verification/benches/ui/map";
import { measurePages } from "@/verification/benches/ui/page-weight";
import { measureReach } from "@/verification/benches/ui/reach";
import {
	printActivation,
	printBorder,
	printImport,
	printImportPage,
	printInteractions,
	printMap,
	printPages,
	printReach,
} from "@/verification/benches/ui/tables";
import { measureImport } from "./import";
import { isCount, readOptions } from "./read-options";
import { NEARLY_EMPTY, withBenchService } from "./with-bench-service";

const PAGES = [
	"/",
	"/approvals",
	"/deployments",
	"/targets",
	"/designs",
	"/builds",
	"/sources",
	"/keys",
	"/people",
	"/audit",
	"/docs",
];
const FENCES = 100_000;
const IMPORTED_ROWS = 1_000_000;
const DEVICES = 1_000_000;

/** Parts that need a full scale world; the others need a nearly empty one. */
const AT_SCALE = ["interactions", "pages", "activation"] as const;
const ALONE = ["map", "border", "import", "import-page", "estimate"] as const;
const PARTS: readonly string[] = [...AT_SCALE, ...ALONE];

const USAGE = `npm run bench:ui -- [--database postgres|embedded] [--only ${PARTS.join(",")}] [--positions 250000]`;

const values = readOptions(
	USAGE,
	{
		database: { type: "string", default: "postgres" },
		only: { type: "string", default: PARTS.join(",") },
		positions: { type: "string", default: "250000" },
	},
	({ database, only, positions }) => {
		const unknown = partsOf(only).find((part) => !PARTS.includes(part));
		if (unknown !== undefined) return `There is no part '${unknown}'.`;
		if (!isCount(positions)) return "--positions is a whole number.";
		return ["postgres", "embedded"].includes(database) ? undefined : "--database is postgres or embedded.";
	},
);
const wanted = new Set(partsOf(values.only));
const kind = values.database === "embedded" ? "embedded" : "postgres";

if (AT_SCALE.some((part) => wanted.has(part))) {
	await withBenchService(kind, FULL_SCALE, { pinned: true }, async ({ url }, key, signIn) => {
		const browser = await startBrowser();
		process.stdout.write(`${browser.browserType().name()} ${browser.version()}\n`);
		const page = await signedInPage(browser, url, signIn);
		if (wanted.has("interactions")) printInteractions(await measureInteractions(page));
		if (wanted.has("pages")) printPages(await measurePages(page, PAGES));
		if (wanted.has("activation")) {
			const watching = await signedInPage(browser, url, signIn);
			printActivation(await measureActivation(url, key, { deciding: page, watching }));
		}
		await browser.close();
	});
}
if (wanted.has("border")) {
	await withBenchService(kind, NEARLY_EMPTY, { pinned: false }, async ({ url }, key, signIn) => {
		const browser = await startBrowser();
		const page = await signedInPage(browser, url, signIn);
		printBorder(await measureBorderPage(page, { url, key }, Number(values.positions)));
		await browser.close();
	});
}
if (wanted.has("map")) {
	await withBenchService(kind, NEARLY_EMPTY, { pinned: false }, async ({ url }, key, signIn) => {
		const browser = await startBrowser();
		process.stdout.write(`${browser.browserType().name()} ${browser.version()}\n`);
		printMap(await measureMap(await signedInPage(browser, url, signIn), { url, key }, FENCES));
		await browser.close();
	});
}
// In a separate process, because peak memory covers the whole life of a process.
if (wanted.has("import")) {
	await withBenchService(kind, NEARLY_EMPTY, { pinned: false }, async ({ url, pid }, key) => {
		printImport(kind, await measureImport({ url, pid, key }, IMPORTED_ROWS));
	});
}
if (wanted.has("import-page")) {
	await withBenchService(kind, NEARLY_EMPTY, { pinned: false }, async ({ url }, key, signIn) => {
		const browser = await startBrowser();
		const page = await signedInPage(browser, url, signIn);
		printImportPage(await measureImportPage(page, { url, key }, IMPORTED_ROWS));
		await browser.close();
	});
}
if (wanted.has("estimate")) {
	await withBenchService(kind, NEARLY_EMPTY, { pinned: false }, async ({ url }, key) => {
		printReach(await measureReach({ url, key }, DEVICES));
	});
}
process.exit(0);

function partsOf(only: string): string[] {
	return only.split(",").map((part) => part.trim());
}
