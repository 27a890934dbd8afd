import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { generateSync } from "otplib";
import { PLACES } from "@/components/shell/nav/places";
import { MADE_SECRETS } from "@/lib/platform/made-secret";
import { mailSettings, startMailServer, type TestMailServer } from "@/lib/tools/testing/mail-server";
import { startOpenIdProvider, type TestProvider } from "@/lib/tools/testing/openid-provider";
import { type NamedSecret, SecretFinder } from "@/lib/tools/testing/secrets/secret-finder";
import { startAgent } from "../support/agent";
import { freePort } from "../support/free-port";
import {
	browserStorage,
	commandLines,
	databaseRows,
	filesIn,
	type LeftBehind,
	watchPage,
} from "../support/left-behind";
import { type RunningService, startService } from "../support/service";
import { expect, test } from "../support/test";

// Wrong passwords and addresses are tried on purpose.
test.use({ allowedBrowserErrors: [/status of [45]\d\d/] });

const COLLECTOR = join(import.meta.dirname, "../../lib/tools/testing/secrets/collect-secrets.mjs");
const INVITED = "ada@secrets.example";

/** Secrets that the service is given. */
const GIVEN = {
	"idempotency key": "order-4711-of-idempotency",
	password: "seven quiet words & a comma,",
	"wrong password": "another eight words? none of them",
	"password of the mail server": "mail-server/p@ss word",
	"client secret": "a secret of tests alone",
	"header of a pull": "Bearer header-of-a-pull",
	"query of a pull": "signature-of-a-pull",
	"secret key of a bucket": "secret/key+of-a-bucket",
	"path of a webhook": "path-of-a-webhook-4711",
	"wrong key": "tsk_a-key-that-is-nobodys",
} as const;

test("no secret is left in database, files, logs, metrics, pages, addresses, browser or list of processes", async ({
	page,
}) => {
	const directory = await mkdtemp(join(tmpdir(), "targeting-secrets-"));
	const [data, made] = [join(directory, "data"), join(directory, "made.jsonl")];
	const mail = await startMailServer({
		authOptional: false,
		allowInsecureAuth: true,
		onAuth: ({ username }, _session, callback) => callback(null, { user: username }),
	});
	const address = `http://127.0.0.1:${await freePort()}`;
	const provider = await startOpenIdProvider({
		redirectUris: [`${address}/api/auth/callback/oidc`],
		accounts: [{ sub: "ada", email: INVITED, email_verified: true }],
	});
	const metricsPort = { METRICS_PORT: `${await freePort()}` };
	const settings = { ...settingsOf(address, mail, provider), ...metricsPort, DATA_DIR: data, MADE_SECRETS_FILE: made };
	const service = await startService("embedded", "empty", { settings });
	try {
		const { cookies, watched } = watchPage(page, address);
		const agentOutput = await makeEverySecret(page, service);
		await visitEveryPage(page, address);
		const left: LeftBehind[] = [await commandLines(), await browserStorage(page)];
		const metrics = await fetch(`http://127.0.0.1:${settings.METRICS_PORT}/metrics`);
		expect(metrics.status).toBe(200);
		left.push({ place: "the metrics", bytes: Buffer.from(await metrics.text()) });
		// Some are made for mails, which come a little later.
		const missing = async () => {
			const kinds = new Set((await madeIn(made)).map(({ kind }) => kind));
			return MADE_SECRETS.filter((kind) => !kinds.has(kind));
		};
		await expect.poll(missing).toEqual([]);
		await page.goto("about:blank");
		await service.interrupt();
		left.push(...(await watched()), ...(await filesIn(data)), ...(await databaseRows(data)));
		left.push({ place: "the log", bytes: Buffer.from(service.output()) });
		left.push({ place: "the agent's log", bytes: Buffer.from(agentOutput) });

		const sessions = [...cookies].map((secret) => ({ kind: "session", secret }));
		expect(sessions.length).toBeGreaterThan(0);
		const given = Object.entries(GIVEN).map(([kind, secret]) => ({ kind, secret }));
		const finder = new SecretFinder([...(await madeIn(made)), ...sessions, ...given]);
		const found = left.flatMap(({ place, bytes }) =>
			[...finder.find(bytes)].filter((secret) => !belongs(place, secret)).map((secret) => `${secret} in ${place}`),
		);
		expect([...new Set(found)]).toEqual([]);
		expect(left.length).toBeGreaterThan(100);
	} finally {
		await service.stop();
		await Promise.all([provider.stop(), mail.stop(), rm(directory, { recursive: true })]);
	}
});

/** The secrets that the service has made so far. */
async function madeIn(file: string): Promise<NamedSecret[]> {
	const lines = (await readFile(file, "utf8")).trim().split("\n");
	return lines.map((line) => JSON.parse(line));
}

/** Where a secret is kept, or shown to whom it belongs. */
function belongs(place: string, secret: string): boolean {
	if (place === "secret") return secret.startsWith("service secret");
	if (place === "first-password") return secret.startsWith("first password");
	// Administrators read where their webhooks go, from the page's document too.
	return /^the answer to (\/api)?\/webhooks/.test(place) && secret.startsWith("path of a webhook");
}

const settingsOf = (address: string, mail: TestMailServer, provider: TestProvider) => ({
	...mailSettings(mail),
	...provider.settings,
	SMTP_URL: `smtp://mailer:${encodeURIComponent(GIVEN["password of the mail server"])}@127.0.0.1:${mail.port}`,
	PUBLIC_URL: address,
	PORT: new URL(address).port,
	LOG_LEVEL: "trace",
	WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1",
	NODE_OPTIONS: `--import ${COLLECTOR}`,
});

/** Makes every kind of secret and uses each, rightly and wrongly. Returns the agent's log. */
async function makeEverySecret(page: Page, service: RunningService): Promise<string> {
	if (service.firstSignIn === null) throw new Error("The service is not empty.");
	const { baseUrl } = service;
	await signIn(page, baseUrl, service.firstSignIn.email, GIVEN["wrong password"]);
	await expect(page.getByRole("alert").filter({ hasText: /./ }).first()).toBeVisible();
	await signIn(page, baseUrl, service.firstSignIn.email, service.firstSignIn.password);
	await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
	const send = sender(page, baseUrl);

	const once = { "idempotency-key": GIVEN["idempotency key"] };
	const { key } = await send("POST", "/api/keys", { label: "all", scopes: ["manage", "administer"] }, once);
	expect((await send("POST", "/api/keys", { label: "all", scopes: ["manage", "administer"] }, once)).key).toBeNull();
	const { key: serverKey } = await send("POST", "/api/keys", { label: "server", scopes: ["tokens"] });
	const user = new URLSearchParams({ KEY: serverKey, email: "user@secrets.example", first_name: "U", last_name: "S" });
	const { data } = await (await fetch(`${baseUrl}/token/user?${user}`)).json();
	for (const secret of [key, data.token]) {
		const headers = { authorization: `Bearer ${secret}` };
		expect((await fetch(`${baseUrl}/api/targets`, { headers })).status).toBe(200);
	}
	const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
	await misuse(baseUrl, key, cookie);

	const { secret } = await send("POST", "/api/account/totp", {});
	await send("POST", "/api/account/totp/confirm", { code: generateSync({ secret }) });
	const agentOutput = await followTarget(send, service);
	await sendElsewhere(send);
	await invite(page, baseUrl, send);
	return agentOutput;
}

type Send = ReturnType<typeof sender>;

/** Sends as the page that is open does, with its session. */
function sender(page: Page, baseUrl: string) {
	return async (method: string, path: string, data: unknown, headers: Record<string, string> = {}) => {
		const answer = await page.request.fetch(`${baseUrl}${path}`, {
			method,
			data,
			headers: { origin: baseUrl, ...headers },
		});
		expect(`${path} ${answer.status()}`).toMatch(/ 20[012]$/);
		return (await answer.json()).response.data;
	};
}

async function signIn(page: Page, baseUrl: string, email: string, password: string): Promise<void> {
	await page.goto(`${baseUrl}/signin`);
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password").fill(password);
	await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Errors, failures and refusals, which are logged. */
async function misuse(baseUrl: string, key: string, cookie: string): Promise<void> {
	const json = { "content-type": "application/json" };
	for (const [path, init] of [
		[`/targeting/designs?KEY=${GIVEN["wrong key"]}`, {}],
		[`/targeting/designs?KEY=${key}&limit=none`, {}],
		[`/targeting/designs/${key}?KEY=${key}`, {}],
		[`/no/such/${key}?KEY=${key}`, {}],
		[`/designs/${key}?KEY=${key}`, { headers: { cookie } }],
		["/api/designs", { headers: { authorization: `Bearer ${GIVEN["wrong key"]}` } }],
		["/api/sign-in-links/redeem", { method: "POST", headers: json, body: `{"password":"${GIVEN.password}",` }],
		["/targeting/designs/x/request", { method: "POST", body: new URLSearchParams({ KEY: key, reason: "\0" }) }],
	] as const) {
		expect((await fetch(`${baseUrl}${path}`, init)).status).toBeGreaterThanOrEqual(400);
	}
}

/** An agent signs in with its key. */
async function followTarget(send: Send, service: RunningService): Promise<string> {
	const { id } = await send("POST", "/api/targets", { name: "Rack", slug: "rack" });
	const { key } = await send("POST", `/api/targets/${id}/agent-keys`, { label: "agent" });
	const agent = await startAgent(service, key);
	await expect.poll(() => agent.isReady()).toBe(true);
	await agent.stop();
	return agent.output();
}

/** The service sends secrets to others, who are not there. */
async function sendElsewhere(send: Send): Promise<void> {
	const nobody = `127.0.0.1:${await freePort()}`;
	const hook = await send("POST", "/api/webhooks", { url: `http://${nobody}/${GIVEN["path of a webhook"]}` });
	await send("POST", `/api/webhooks/${hook.id}/secrets`, {});
	await send("POST", `/api/webhooks/${hook.id}/test`, {});
	for (const [slug, pull] of Object.entries({
		web: {
			url: `http://${nobody}/visits.csv?s=${GIVEN["query of a pull"]}`,
			header: { field: "Authorization", value: GIVEN["header of a pull"] },
		},
		bucket: {
			url: `s3://bucket/visits.csv?endpoint=http://${nobody}`,
			s3_keys: { access_key_id: "AKIA", secret_access_key: GIVEN["secret key of a bucket"] },
		},
	})) {
		await send("POST", "/api/inventory-sources", { slug, name: slug });
		await send("PUT", `/api/inventory-sources/${slug}/pull`, { ...pull, every_hours: 1 });
		await send("POST", `/api/inventory-sources/${slug}/pull/run`, {});
	}
}

/** Leaves the page first: without a session it would redirect to the sign-in page. */
async function endSession(page: Page): Promise<void> {
	await page.goto("about:blank");
	await page.context().clearCookies();
}

/** Somebody is invited, sets a password, forgets it, and signs in by the company's identity. */
async function invite(page: Page, baseUrl: string, send: Send): Promise<void> {
	const { link } = await send("POST", "/api/users", { email: INVITED, role: "operator", first_name: "Ada" });
	await endSession(page);
	await page.goto(link);
	await page.getByLabel("New password").fill(GIVEN.password);
	await page.getByLabel("Confirm password").fill(GIVEN.password);
	await page.getByRole("button", { name: "Set password and sign in" }).click();
	await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
	const body = JSON.stringify({ email: INVITED });
	const headers = { "content-type": "application/json" };
	expect((await fetch(`${baseUrl}/api/sign-in-links`, { method: "POST", headers, body })).status).toBeLessThan(300);
	await sender(page, baseUrl)("POST", "/api/mail/test", {});
	await endSession(page);
	await page.goto(`${baseUrl}/signin`);
	await page.getByRole("button", { name: "Sign in with Example ID" }).click();
	await page.getByRole("link", { name: "ada", exact: true }).click();
	await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
}

async function visitEveryPage(page: Page, baseUrl: string): Promise<void> {
	for (const path of [...PLACES.flat().map(({ href }) => href), "/account", "/sources/web", "/docs"]) {
		await page.goto(`${baseUrl}${path}`);
		await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
	}
}
