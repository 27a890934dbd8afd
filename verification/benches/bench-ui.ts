/**
 * `npm run bench:ui`: times that users wait for, in a real browser. With 100,000 designs, 200,000
 * deployments and 5,000 pending requests: interaction to next paint, script of each page's first
 * load, a slow visitor's first rows, time from `activate` to an agent's `loaded`. On an empty service: the map with 100,000
 * geofences, a border of 250,000 positions on its page and in the editor, the import of 1,000,000
 * CSV rows over HTTP and in the browser, the estimate of an audience over 1,000,000 devices.
 */
import type { Page } from "playwright";
import { FULL_SCALE } from "@/lib/tools/testing/scale/scale-sizes";
import type { Api } from "./api";
import { print } from "./figures";
import { type Kind, readOptions } from "./read-options";
import { NEARLY_EMPTY, withBenchService } from "./service";
import { printActivation, printInteractions, printPages } from "./ui/at-scale";
import { printFirstRows } from "./ui/first-rows";
import { printBorder, printImport, printImportPage, printMap, printReach } from "./ui/large";
import { signedInPage, startBrowser } from "./ui/page";

/** What a part measures with: `open` signs in on another page. */
interface Ground {
	readonly api: Api;
	readonly open: () => Promise<Page>;
}
type Part = (ground: Ground) => Promise<void>;

/** Parts that share a service at full scale. */
const AT_SCALE: Readonly<Record<string, Part>> = {
	interactions: async ({ open }) => printInteractions(await open()),
	pages: async ({ open }) => printPages(await open()),
	"first-rows": async ({ open }) => printFirstRows(await open()),
	activation: async ({ api, open }) => printActivation(api, await open(), await open()),
};
/** Parts on a nearly empty service each, because peak memory covers the whole life of a process. */
const ALONE: Readonly<Record<string, Part>> = {
	border: async ({ api, open }) => printBorder(api, await open(), values.positions),
	map: async ({ api, open }) => printMap(api, await open(), values.geofences),
	import: ({ api }) => printImport(api, kind, values.rows),
	"import-page": async ({ api, open }) => printImportPage(api, await open(), values.rows),
	estimate: ({ api }) => printReach(api, values.devices),
};
const options = { positions: 250_000, geofences: 100_000, rows: 1_000_000, devices: 1_000_000 };
const { only, ...values } = readOptions("bench:ui", {
	database: "postgres",
	only: [...Object.keys(AT_SCALE), ...Object.keys(ALONE)],
	...options,
});
const kind = values.database as Kind;
const asked = (parts: typeof ALONE) => only.flatMap((name) => parts[name] ?? []);

if (asked(AT_SCALE).length > 0) await withBenchService(kind, FULL_SCALE, { pinned: true }, run(asked(AT_SCALE)));
for (const part of asked(ALONE)) await withBenchService(kind, NEARLY_EMPTY, {}, run([part]));
process.exit(0);

function run(parts: readonly Part[]): Parameters<typeof withBenchService>[3] {
	return async (api, signIn) => {
		const browser = await startBrowser();
		print(`${browser.browserType().name()} ${browser.version()}`);
		for (const part of parts) await part({ api, open: () => signedInPage(browser, api.url, signIn) });
		await browser.close();
	};
}
