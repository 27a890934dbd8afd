import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "@/lib/platform/db/client";
import { migrate, readHistory } from "@/lib/platform/db/migrate";
import { readMigrations } from "@/lib/platform/db/migrations";
import { projectPath } from "@/lib/platform/project-path";
import { type DataDirectory, dataDirectory, runService } from "@/lib/processes/server/testing/start-service";

const SECRET = "the secret of a test, of 32 characters";
const taken = createServer();
let data: DataDirectory;
let older: string[];

/** Opens the database of the data directory while `use` runs. */
async function inDatabase<T>(use: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>): Promise<T> {
	const database = await openDatabase({ dataDir: data.path });
	return use(database).finally(() => database.close());
}
const namesOfHistory = () => inDatabase(async ({ pool }) => (await readHistory(pool)).map(({ name }) => name));

// The database is of an older version, which has to be able to start again.
beforeAll(async () => {
	data = await dataDirectory();
	const all = (await readMigrations(projectPath("prisma", "migrations"))).map(({ name }) => name);
	older = all.slice(0, -1);
	await inDatabase(({ pool }) => migrate(pool, undefined, { only: older }));
	taken.listen(0, "127.0.0.1");
	await once(taken, "listening");
});
afterAll(async () => {
	taken.close();
	await data.remove();
});

test.each([
	["a setting that is none", { PORT: "abc" }, /PORT/],
	["half of a certificate", { TLS_CERT_FILE: "cert.pem" }, /TLS_KEY_FILE/],
	["a certificate that is not there", { TLS_CERT_FILE: "no.pem", TLS_KEY_FILE: "no.pem" }, /TLS_CERT_FILE/],
	["proxies that are none", { TRUSTED_PROXIES: "everyone" }, /TRUSTED_PROXIES/],
	["a password that everybody guesses", { BOOTSTRAP_PASSWORD: "Password1234!" }, /BOOTSTRAP_PASSWORD/],
	["a port that is taken", { PORT: "taken" }, /listens on port \d+ on 127\.0\.0\.1 already/],
	["a port of metrics that is taken", { METRICS_PORT: "taken" }, /already: stop it, or set METRICS_PORT/],
	["data where nothing can be made", { DATA_DIR: "/proc/none/below" }, /DATA_DIR is \/proc\/none\/below, .*ENOENT/],
	[
		"work where nothing can be made, beside a database and a store elsewhere",
		{
			DATA_DIR: "/proc/none",
			DATABASE_URL: "postgresql://127.0.0.1:9/none",
			FILE_STORE_URL: "s3://bucket?endpoint=http://127.0.0.1:9",
			NEXTAUTH_SECRET: "a secret of a test, of 32 characters",
		},
		/DATA_DIR is \/proc\/none, .*ENOENT.*also with DATABASE_URL and FILE_STORE_URL: imports, uploads and builds work there/,
	],
	["data in a file", { DATA_DIR: "/dev/null" }, /DATA_DIR is \/dev\/null, .*EEXIST/],
	[
		"files where nothing can be made",
		{ FILE_STORE_URL: "file:///proc/none" },
		/FILE_STORE_URL is file:\/\/\/proc\/none, /,
	],
])("a start ends with a sentence for %s", async (_, settings, names) => {
	const { port } = taken.address() as AddressInfo;
	const set = Object.entries({ DATA_DIR: data.path, NEXTAUTH_SECRET: SECRET, ...settings });
	const given = set.map(([name, value]) => [name, value === "taken" ? `${port}` : value]);
	const { code, output } = await runService(Object.fromEntries(given));
	expect(code).toBe(1);
	expect(output).toMatch(/The service cannot start: /);
	expect(output).toMatch(names);
	expect(output).not.toContain("    at ");
});

test("none of these starts has migrated the database", async () => {
	expect(await namesOfHistory()).toEqual(older);
});
