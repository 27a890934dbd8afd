/**
 * `npm run bench:ui`: the pages in a real browser with 100,000 designs, 200,000 deployments and 5,000 pending requests behind
 * them. Interaction to next paint, script of each page's first load, and the time from `activate` to an agent's `loaded`.
 *
 *   npm run bench:ui -- [--database postgres|embedded] [--only interactions|pages|activation]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { hashPassword } from "@/lib/auth/passwords";
import { openDatabase } from "@/lib/db/client";
import { FULL_SCALE } from "@/lib/testing/scale/fill-scale-world";
import { SCALE_OPERATOR, scaleId } from "@/lib/testing/scale/scale-ids";
import { filledDatabase } from "./databases";
import { issueBenchKey } from "./issue-bench-key";
import { startBuiltService } from "./processes";
import { measureActivation } from "./ui/activation";
import { signedInPage, startBrowser } from "./ui/browser";
import { measureInteractions } from "./ui/interactions";
import { measurePages } from "./ui/page-weight";
import { printActivation, printInteractions, printPages } from "./ui/tables";

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

const { values } = parseArgs({
	options: { database: { type: "string", default: "postgres" }, only: { type: "string", default: "" } },
});
const wanted = (part: string) => part.includes(values.only);
const kind = values.database === "embedded" ? "embedded" : "postgres";
process.stdout.write(`${kind}: filling a database …\n`);
const { where, remove } = await filledDatabase(kind, FULL_SCALE);
const directory = await mkdtemp(join(tmpdir(), "targeting-bench-"));
try {
	const database = await openDatabase(where);
	const { email } = await database.prisma.user.update({
		where: { id: scaleId("user", SCALE_OPERATOR) },
		data: { passwordHash: await hashPassword(PASSWORD) },
	});
	const key = await issueBenchKey(database.pool, SCALE_OPERATOR, ["manage", "administer"]);
	await database.close();

	const service = await startBuiltService({
		NEXTAUTH_SECRET: "a secret of the benchmark alone, which is long enough",
		FILE_STORE_URL: pathToFileURL(directory).href,
		BUILD_WORKERS: "1",
		...("dataDir" in where ? { DATA_DIR: where.dataDir } : { DATA_DIR: directory, DATABASE_URL: where.databaseUrl }),
	});
	const browser = await startBrowser();
	process.stdout.write(`${browser.browserType().name()} ${browser.version()}\n`);
	const signIn = { email, password: PASSWORD };
	const page = await signedInPage(browser, service.url, signIn);
	if (wanted("interactions")) printInteractions(await measureInteractions(page));
	if (wanted("pages")) printPages(await measurePages(page, PAGES));
	if (wanted("activation")) {
		const watching = await signedInPage(browser, service.url, signIn);
		printActivation(await measureActivation(service.url, key, { deciding: page, watching }));
	}
	await browser.close();
	await service.stop();
} finally {
	await remove();
	await rm(directory, { recursive: true, force: true });
}
process.exit(0);
