import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generateSync } from "otplib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "@/lib/platform/db/client";
import { openSession } from "@/lib/processes/server/testing/sign-in";
import {
	type DataDirectory,
	dataDirectory,
	migratedDataDirectory,
	type StartedService,
	startService,
} from "@/lib/processes/server/testing/start-service";
import { createEmptyDatabase, type EmptyDatabase, testDatabaseKinds } from "@/lib/tools/testing/database";
import { streetsArchive } from "@/lib/tools/testing/streets";

const NOBODY = 65_534;
const EMAIL = "first.operator@targeting.example";
const [kind] = testDatabaseKinds();

let data: DataDirectory;
let database: EmptyDatabase | null = null;
let settings: Record<string, string>;
let service: StartedService;

beforeAll(async () => {
	data = kind === "embedded" ? await migratedDataDirectory() : await dataDirectory();
	database = kind === "postgres" ? await createEmptyDatabase(kind) : null;
	settings = { DATA_DIR: data.path, BOOTSTRAP_EMAIL: EMAIL, ...(database?.url ? { DATABASE_URL: database.url } : {}) };
	service = await startService(settings);
});

afterAll(async () => {
	await service.stop();
	await database?.drop();
	await data.remove();
});

/** Runs `npm run admin` as people do, with the service's settings and no others. */
function admin(
	args: readonly string[],
	{ given = settings, uid, input }: { given?: Record<string, string>; uid?: number; input?: string } = {},
): Promise<{ stdout: string; stderr: string; code: unknown }> {
	const { PATH = "", HOME = "" } = process.env;
	const options = { env: { PATH, HOME, NODE_ENV: "production" as const, ...given }, uid };
	return new Promise((resolve) => {
		// As the service of startService, a command ends before optimized WebAssembly would pay.
		const run = ["--liftoff-only", "lib/tools/cli/run.mjs", "admin", ...args];
		const { stdin } = execFile(process.execPath, run, options, (error, stdout, stderr) =>
			resolve({ stdout, stderr, code: error === null ? 0 : error.code }),
		);
		stdin?.end(input);
	});
}

/** Issues a link, uses it, and signs in. */
async function comeIn(link: string, password: string): Promise<string> {
	const [, secret = ""] = link.trim().split("/welcome#");
	const redeemed = await fetch(`${service.url}/api/sign-in-links/redeem`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ secret, password }),
	});
	expect(redeemed.status).toBe(200);
	const { cookie } = await openSession(service.url, EMAIL, password);
	expect(service.output()).not.toContain(secret);
	return cookie;
}

/** As the account page does it, whose codes only its caller's app shows. */
async function addAuthenticatorApp(cookie: string): Promise<void> {
	const post = async (path: string, json: unknown) => {
		const answer = await fetch(`${service.url}/api/account/totp${path}`, {
			method: "POST",
			headers: { cookie, origin: service.url, "content-type": "application/json" },
			body: JSON.stringify(json),
		});
		expect(answer.status).toBe(200);
		return answer.json();
	};
	const { response } = await post("", {});
	await post("/confirm", { code: generateSync({ secret: response.data.secret }) });
}

/** While the service is stopped. */
async function disableEverybody(): Promise<void> {
	const opened = await openDatabase(database?.url ? { databaseUrl: database.url } : { dataDir: data.path });
	await opened.pool.query("UPDATE users SET disabled_at = now()");
	await opened.close();
}

describe("an operator who has nothing but the machine", () => {
	test("comes in beside the running service", async () => {
		const listed = await admin(["list-people"]);
		expect(listed).toMatchObject({ code: 0, stderr: "" });
		expect(listed.stdout).toBe(
			`EMAIL\tNAME\tROLE\tORGANIZATION\tSTATUS\tLAST SIGN-IN\tSECOND FACTOR\n${EMAIL}\tFirst Operator\toperator\tservice\tactive\tnever\tno\n`,
		);
		const { stdout, stderr, code } = await admin(["sign-in-link", EMAIL.toUpperCase()]);
		expect([code, stdout]).toEqual([0, expect.stringMatching(/^http:\/\/\S+\/welcome#tsl_[\w-]{43}\n$/)]);
		if (kind === "embedded") expect(stdout).toContain(`${service.url}/welcome#`);
		expect(stderr).toContain(`For ${EMAIL}, operator of Service operators`);
		expect(stderr).not.toContain("tsl_");

		const cookie = await comeIn(stdout, "a few words in a row");
		const audit = await fetch(`${service.url}/api/audit?action=issue_sign_in_link`, { headers: { cookie } });
		const { response } = await audit.json();
		expect(response.data).toMatchObject([
			{ credential: "system", actor: expect.stringMatching(/^command line \(\S+@\S+\)$/), actor_id: null },
		]);
		expect(JSON.stringify(response.data)).not.toContain("tsl_");
	});

	test("comes in beside the running service without their password and their second factor", async () => {
		const forgotten = "words that nobody remembers";
		const link = async () => (await admin(["sign-in-link", EMAIL])).stdout;
		const before = await comeIn(await link(), forgotten);
		await addAuthenticatorApp(before);
		await expect(openSession(service.url, EMAIL, forgotten)).rejects.toThrow("Nobody could sign in");

		expect(await admin(["reset-second-factor", EMAIL])).toEqual({
			stdout: "",
			stderr: `${EMAIL} signs in without a second factor; their sessions have ended.\n`,
			code: 0,
		});
		const account = (cookie: string) => fetch(`${service.url}/api/account`, { headers: { cookie } });
		expect((await account(before)).status).toBe(401);
		const cookie = await comeIn(await link(), "words of after the loss");
		const { response } = await (await account(cookie)).json();
		expect(response.data).toMatchObject({ email: EMAIL, role: "operator", second_factor: { enabled: false } });
		const audit = await fetch(`${service.url}/api/audit?action=reset_second_factor`, { headers: { cookie } });
		expect((await audit.json()).response.data).toMatchObject([
			{ credential: "system", actor: expect.stringMatching(/^command line \(\S+@\S+\)$/), actor_id: null },
		]);
	});

	test("erases devices, whose ids neither a list of processes nor a log shows", async () => {
		const [device, other] = ["0d92078a-8246-4ba7-aba7-76104862e5c1", "0d92078a-8246-4ba7-aba7-76104862e5c2"];
		const cookie = await comeIn((await admin(["sign-in-link", EMAIL])).stdout, "a third row of words");
		const call = async (path: string, body?: string, type = "application/json") => {
			const headers = { cookie, origin: service.url, "content-type": type };
			const method = body === undefined ? "GET" : "POST";
			const answer = await fetch(`${service.url}${path}`, { method, headers, ...(body && { body }) });
			expect([path, answer.ok]).toEqual([path, true]);
			return (await answer.json()).response.data;
		};
		await call("/api/inventory-sources", JSON.stringify({ slug: "panel", name: "Panel" }));
		const visits = [device, other].map((id) => `${id},gym,2026-01-02T08:00:00Z`);
		const csv = ["device_id,segment,seen_at", ...visits].join("\n");
		await call("/api/inventory-sources/panel/imports", csv, "text/csv");

		expect(await admin(["erase-device", device])).toMatchObject({ stdout: "", code: 2 });
		const nothing = await admin(["erase-device"], { input: "nobody\n" });
		expect([nothing.stdout, nothing.code]).toEqual(["", 2]);
		const { stdout, stderr, code } = await admin(["erase-device"], { input: `${device}\nnobody\n` });
		expect([code, stderr]).toEqual([0, expect.stringContaining("Erased: 1 visits of 1 devices in 1 of 1 sources.")]);
		const proof = JSON.parse(stdout);
		expect(proof).toMatchObject({ device_count: 1, opt_outs_added: 1, refused_row_count: 1 });
		expect((await call("/api/inventory-sources/panel")).current_import).toMatchObject({
			mode: "erase",
			row_count: 1,
		});
		expect(await call("/api/opt-outs")).toMatchObject({ id_count: 1, changed_by: null });
		expect(await call("/api/audit?action=erase_devices")).toMatchObject([
			{ credential: "system", actor: expect.stringMatching(/^command line /), detail: { digest: proof.digest } },
		]);
		for (const text of [stdout, stderr, nothing.stderr, service.output()]) expect(text).not.toContain(device);

		const file = join(data.path, "ids.txt");
		await writeFile(file, other);
		const again = await admin(["erase-device", "--file", file]);
		expect([again.code, JSON.parse(again.stdout).sources[0]?.erased_row_count]).toEqual([0, 1]);
		expect((await admin(["erase-device", "--file", join(data.path, "none.txt")])).stderr).toMatch(
			/^admin: the device ids cannot be read: ENOENT/,
		);
	});

	test("brings the streets of a region", async () => {
		const file = join(data.path, "mitte.pmtiles");
		await writeFile(file, streetsArchive());
		const { stdout, stderr, code } = await admin(["basemap", "fetch-file", file]);
		expect([code, stdout]).toEqual([0, expect.stringMatching(/^[0-9a-f-]{36}\n$/)]);
		expect(stderr).toBe(
			"Maps show the streets of mitte, from 13.3932, 52.5019 to 13.4332, 52.5419 (© OpenStreetMap).\n",
		);
		const none = await admin(["basemap", "fetch-file", join(data.path, "none.pmtiles")]);
		expect([none.code, none.stderr]).toEqual([
			2,
			expect.stringContaining("must be a file that the service's user can read"),
		]);
	});

	test("has the audit log checked, and is told by a status when it does not end as it did", async () => {
		const { stdout, stderr, code } = await admin(["verify-audit"]);
		const { head, checked, problem } = JSON.parse(stdout);
		expect([code, problem, stderr]).toEqual([0, null, expect.stringContaining("The audit log is whole.")]);
		expect(checked).toBeGreaterThan(0);
		expect(await admin(["verify-audit", "--head", head])).toMatchObject({ code: 0 });
		const later = await admin(["verify-audit", "--head", `${checked + 1_000}:${"0".repeat(64)}`]);
		expect([later.code, later.stderr]).toEqual([1, expect.stringContaining("events were cut off")]);
		const accepted = await admin(["accept-audit-head"]);
		expect([accepted.code, accepted.stderr]).toEqual([0, expect.stringContaining("The audit log is whole.")]);
	});

	test("backs the service up while it runs, and restores it elsewhere", async () => {
		const words = join(data.path, "words.txt");
		await writeFile(words, "a passphrase of many words\n", { mode: 0o600 });
		const backups = join(data.path, "backups");
		const made = await admin(["backup", backups, "--passphrase-file", words]);
		expect([made.code, made.stderr]).toEqual([
			0,
			expect.stringMatching(/^Backed up to .+\nThe service as of .+ tables, /),
		]);
		const path = made.stdout.trim();
		const unfit = await admin(["verify", path], {
			given: { ...settings, BACKUP_PASSPHRASE: "other words than those" },
		});
		expect(unfit).toEqual({
			stdout: "",
			stderr: "admin: the passphrase is not the one that the archive was made with\n",
			code: 1,
		});
		const elsewhere = { DATA_DIR: join(data.path, "elsewhere") };
		const restored = await admin(["restore", backups, "--passphrase-file", words], { given: elsewhere });
		expect([restored.code, restored.stdout]).toEqual([0, made.stdout]);
		expect(restored.stderr).toContain(`Written from the archive: ${join(elsewhere.DATA_DIR, "secret")}.`);
		expect((await admin(["list-people"], { given: elsewhere })).stdout).toContain(`${EMAIL}\tFirst Operator\toperator`);
	});

	test("is told what is wrong, by a sentence and a status", async () => {
		expect(await admin(["sign-in-link", "no@body.example"])).toEqual({
			stdout: "",
			stderr: "admin: no user has the e-mail no@body.example\n",
			code: 2,
		});
		expect(await admin(["sign-in-lnk", EMAIL])).toMatchObject({ stdout: "", code: 2 });
		const none = join(data.path, "none");
		const elsewhere = await admin(["list-people"], { given: { DATA_DIR: none } });
		expect(elsewhere).toMatchObject({ stdout: "", code: 1 });
		expect(elsewhere.stderr).toMatch(/^admin: there is no database in \S+\/none: set DATA_DIR/);
		expect(existsSync(none)).toBe(false);
		const away = await admin(["list-people"], {
			given: { DATABASE_URL: "postgresql://me:s3cret@127.0.0.1:9/none" },
		});
		expect(away).toMatchObject({ stdout: "", code: 1 });
		expect(away.stderr).toMatch(/^admin: PostgreSQL at 127\.0\.0\.1:9\/none cannot be used: [^\n]+\n$/);
		expect(away.stderr).not.toContain("s3cret");
	});

	test.runIf(kind === "embedded" && process.getuid?.() === 0)(
		"is the only one: another user of the machine is refused",
		async () => {
			const { stdout, stderr, code } = await admin(["list-people"], { uid: NOBODY });
			expect([stdout, code]).toEqual(["", 1]);
			expect(stderr).toBe(
				`admin: DATA_DIR is ${data.path}, which only its owner may read: run the command as that user\n`,
			);
		},
	);

	test("comes in while the service is stopped, and when disabled", async () => {
		await service.stop();
		await disableEverybody();
		const disabled = { stdout: "", stderr: `admin: ${EMAIL} is disabled: enable the account first\n`, code: 2 };
		expect(await admin(["sign-in-link", EMAIL])).toEqual(disabled);
		const reset = {
			stdout: "",
			stderr: `${EMAIL} signs in without a second factor; their sessions have ended.\n`,
			code: 0,
		};
		expect(await admin(["reset-second-factor", EMAIL])).toEqual(reset);
		expect(await admin(["enable", EMAIL])).toEqual({ stdout: "", stderr: `${EMAIL} is enabled.\n`, code: 0 });
		const { stdout, stderr, code } = await admin(["sign-in-link", EMAIL], {
			given: { ...settings, PUBLIC_URL: "https://targeting.example.com" },
		});
		expect([code, stdout]).toEqual([
			0,
			expect.stringMatching(/^https:\/\/targeting\.example\.com\/welcome#tsl_\S+\n$/),
		]);
		expect(stderr).not.toContain("PUBLIC_URL");
		service = await startService(settings);
		await comeIn(stdout, "other words in a row");
	});
});
