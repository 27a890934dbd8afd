/**
 * `npm run bench:ui`: times that users wait for, in a real browser. With 100,000 designs, 200,000
 * deployments and 5,000 pending requests: interaction to next paint, script of each page's first
 * load, time from `activate` to an agent's `loaded`. On an empty service: the map with 100,000
 * geofences, the import of 1,000,000 CSV rows over HTTP and in the browser, the estimate of an
 * audience over 1,000,000 devices.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { hashPassword } from "@/lib/domain/accounts/passwords";
import { openDatabase } from "@/lib/platform/db/client";
import { measureActivation } from "@/lib/tools/bench/ui/activation";
import { type SignIn, signedInPage, startBrowser } from "@/lib/tools/bench/ui/browser";
import { measureImportPage } from "@/lib/tools/bench/ui/import-page";
import { measureInteractions } from "@/lib/tools/bench/ui/interactions";
import { measureMap } from "@/lib/tools/bench/ui/map";
import { measurePages } from "@/lib/tools/bench/ui/page-weight";
import { measureReach } from "@/lib/tools/bench/ui/reach";
import {
	printActivation,
	printImport,
	printImportPage,
	printInteractions,
	printMap,
	printPages,
	printReach,
} from "@/lib/tools/bench/ui/tables";
import { SCALE_OPERATOR, scaleId } from "@/lib/tools/testing/scale/scale-ids";
import { FULL_SCALE, type ScaleSizes } from "@/lib/tools/testing/scale/scale-sizes";
import { filledDatabase } from "./databases";
import { measureImport } from "./import";
import { issueBenchKey } from "./issue-bench-key";
import { type ServerProcess, startBuiltService } from "./processes";
import { readOptions } from "./read-options";

const PASSWORD = "a password of the benchmark alone";
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
const ALONE = ["map", "import", "import-page", "estimate"] as const;
const PARTS: readonly string[] = [...AT_SCALE, ...ALONE];
/** The people of a scale world, with few designs. */
const NEARLY_EMPTY: ScaleSizes = { designs: 20, deployments: 40, requested: 2, targets: 24 };

const USAGE = `npm run bench:ui -- [--database postgres|embedded] [--only ${PARTS.join(",")}]`;

const values = readOptions(
	USAGE,
	{ database: { type: "string", default: "postgres" }, only: { type: "string", default: PARTS.join(",") } },
	({ database, only }) => {
		const unknown = partsOf(only).find((part) => !PARTS.includes(part));
		if (unknown !== undefined) return `There is no part '${unknown}'.`;
		return ["postgres", "embedded"].includes(database) ? undefined : "--database is postgres or embedded.";
	},
);
const wanted = new Set(partsOf(values.only));
const kind = values.database === "embedded" ? "embedded" : "postgres";

if (AT_SCALE.some((part) => wanted.has(part))) {
	await withService(FULL_SCALE, { pinned: true }, async ({ url }, key, signIn) => {
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
if (wanted.has("map")) {
	await withService(NEARLY_EMPTY, { pinned: false }, async ({ url }, key, signIn) => {
		const browser = await startBrowser();
		process.stdout.write(`${browser.browserType().name()} ${browser.version()}\n`);
		printMap(await measureMap(await signedInPage(browser, url, signIn), { url, key }, FENCES));
		await browser.close();
	});
}
// In a separate process, because peak memory covers the whole life of a process.
if (wanted.has("import")) {
	await withService(NEARLY_EMPTY, { pinned: false }, async ({ url, pid }, key) => {
		printImport(kind, await measureImport({ url, pid, key }, IMPORTED_ROWS));
	});
}
if (wanted.has("import-page")) {
	await withService(NEARLY_EMPTY, { pinned: false }, async ({ url }, key, signIn) => {
		const browser = await startBrowser();
		const page = await signedInPage(browser, url, signIn);
		printImportPage(await measureImportPage(page, { url, key }, IMPORTED_ROWS));
		await browser.close();
	});
}
if (wanted.has("estimate")) {
	await withService(NEARLY_EMPTY, { pinned: false }, async ({ url }, key) => {
		printReach(await measureReach({ url, key }, DEVICES));
	});
}
process.exit(0);

function partsOf(only: string): string[] {
	return only.split(",").map((part) => part.trim());
}

/**
 * Starts the built service on a filled database, with an operator's key and password, and removes
 * both afterwards.
 */
async function withService(
	sizes: ScaleSizes,
	{ pinned }: { pinned: boolean },
	use: (service: ServerProcess, key: string, signIn: SignIn) => Promise<void>,
): Promise<void> {
	process.stdout.write(`\n${kind}: a database of ${sizes.designs.toLocaleString("en-US")} designs …\n`);
	const { where, remove } = await filledDatabase(kind, sizes);
	const directory = await mkdtemp(join(tmpdir(), "targeting-bench-"));
	try {
		const database = await openDatabase(where);
		const { email } = await database.prisma.user.update({
			where: { id: scaleId("user", SCALE_OPERATOR) },
			data: { passwordHash: await hashPassword(PASSWORD) },
		});
		const key = await issueBenchKey(database.pool, SCALE_OPERATOR, ["manage", "administer"]);
		await database.close();
		const service = await startBuiltService(
			{
				NEXTAUTH_SECRET: "a secret of the benchmark alone, which is long enough",
				FILE_STORE_URL: pathToFileURL(directory).href,
				BUILD_WORKERS: "1",
				...("dataDir" in where
					? { DATA_DIR: where.dataDir }
					: { DATA_DIR: directory, DATABASE_URL: where.databaseUrl }),
			},
			{ pinned },
		);
		await use(service, key, { email, password: PASSWORD });
		await service.stop();
	} finally {
		await remove();
		await rm(directory, { recursive: true, force: true });
	}
}
