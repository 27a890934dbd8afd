import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { setInventoryPullBody } from "@/lib/contract/inventory";
import { createWebhookBody } from "@/lib/contract/webhook";
import { authenticateAccessToken } from "@/lib/domain/accounts/credentials/authenticate-access-token";
import { grantTokenById } from "@/lib/domain/accounts/credentials/grant-token";
import { asksSecondFactor } from "@/lib/domain/accounts/second-factor/asks-second-factor";
import { isChallenge, newChallenge } from "@/lib/domain/accounts/second-factor/challenge";
import { beginTotp, takeTotpCode } from "@/lib/domain/accounts/second-factor/totp";
import { findSessionUser } from "@/lib/domain/accounts/session";
import { fetchRegion } from "@/lib/domain/basemap/fetch-region";
import { createInventorySource } from "@/lib/domain/inventory/create-inventory-source";
import { setInventoryPull } from "@/lib/domain/inventory/set-inventory-pull";
import { readUnsubscribeToken, unsubscribeToken } from "@/lib/domain/mail/unsubscribe-link";
import { openAddress } from "@/lib/domain/pulls/sealed-address";
import { createWebhook } from "@/lib/domain/webhooks/create-webhook";
import { openSecret, openUrl } from "@/lib/domain/webhooks/sealed-values";
import { log } from "@/lib/platform/log";
import { SEALED_COLUMNS, type SealPurpose, unseal } from "@/lib/platform/seal";
import type { Service } from "@/lib/platform/service";
import { confirmServiceIdentity, refuseOtherService } from "@/lib/processes/startup/service-identity";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { codeOf } from "@/lib/tools/testing/second-factor";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { openTestSession } from "@/lib/tools/testing/session";
import { createWorld, type World } from "@/lib/tools/testing/world";
import { leavePreviousSecret } from "./leave-previous-secret";

const ORIGIN = { address: "192.0.2.1", requestId: null };
const HOUR = 3_600_000;
const SECRETS = {
	"query of a pull's address": "?signature=of-an-address",
	"address of a map region": "https://data.example.com/berlin.pmtiles?signature=s",
	"header of a pull": "Bearer of-a-header",
	"secret key of a pull": "key-of-a-bucket",
	"webhook address": "https://hooks.example.com/path-of-a-hook",
};

/** Binary columns that need no seal: what they hold opens nothing. */
const UNSEALED = {
	hash: /^(secret_hash|previous_hash|code_hash|token_hash|key_hash|request_hash|first_hash|last_hash)$/,
	// The token of a nonce needs the service's secret, too.
	public: /^(access_tokens\.nonce|passkeys\.public_key|used_challenges\.challenge)$/,
	audit: /^(audit_events\.salt|audit_\w+\.(text_digest|hash|signature))$/,
	geofences: /^(geofence_chunks\.content|build_fence_digests\.digests)$/,
};

describe.each(testDatabaseKinds())("another secret of the service on the %s database", (kind) => {
	let before: TestService;
	let during: Service;
	let after: Service;
	let world: World;
	let totp: string;
	let hook: { id: string; secret: string | null };

	beforeAll(async () => {
		before = await createTestService(kind);
		const secret = "the next secret of tests, long enough";
		during = { ...before, secret, previousSecret: before.secret };
		after = { ...before, secret };
		await confirmServiceIdentity(before);
		world = await createWorld(before);
		totp = (
			await before.prisma.$transaction((tx) => beginTotp(before, tx, { ...world.designer, id: world.designer.userId }))
		).secret;
		hook = await createWebhook(
			before,
			world.administrator,
			createWebhookBody.parse({ url: SECRETS["webhook address"] }),
		);
		for (const [slug, body] of Object.entries({
			web: {
				url: `https://data.example.com/a.csv${SECRETS["query of a pull's address"]}`,
				header: { field: "Authorization", value: SECRETS["header of a pull"] },
			},
			bucket: {
				url: "s3://bucket/a.csv?region=eu-west-1",
				s3_keys: { access_key_id: "AKIA", secret_access_key: SECRETS["secret key of a pull"] },
			},
		})) {
			await createInventorySource(before, world.operator, { slug, name: slug });
			await setInventoryPull(before, world.operator, slug, setInventoryPullBody.parse({ ...body, every_hours: 6 }));
		}
		await fetchRegion(before, world.operator, { name: "Berlin", url: SECRETS["address of a map region"] });
	});
	afterAll(() => before.drop());

	/** Every sealed value of the database, by its purpose. */
	async function sealedValues(): Promise<[SealPurpose, Uint8Array][]> {
		const values: [SealPurpose, Uint8Array][] = [];
		for (const purpose of Object.keys(SEALED_COLUMNS) as SealPurpose[]) {
			const { table, column } = SEALED_COLUMNS[purpose];
			const rows = await before.prisma.$queryRawUnsafe<{ value: Uint8Array }[]>(
				`SELECT ${column} AS value FROM ${table} WHERE ${column} IS NOT NULL`,
			);
			for (const { value } of rows) values.push([purpose, value]);
		}
		return values;
	}

	test("what has to be read again is sealed in every column, and there is no other binary column that could hold it", async () => {
		const values = await sealedValues();
		expect(new Set(values.map(([purpose]) => purpose))).toEqual(new Set(Object.keys(SEALED_COLUMNS)));
		const texts = { ...SECRETS, "authenticator app": totp, "webhook secret": hook.secret };
		for (const [purpose, value] of values) expect(unseal(before, purpose, value)).toBe(texts[purpose]);
		const columns = await before.prisma.$queryRaw<{ table: string; column: string }[]>`
			SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
			WHERE table_schema = current_schema() AND data_type = 'bytea'`;
		const sealed = Object.values(SEALED_COLUMNS).map(({ table, column }) => `${table}.${column}`);
		const others = columns.filter(
			({ table, column }) =>
				!sealed.includes(`${table}.${column}`) &&
				!UNSEALED.hash.test(column) &&
				!UNSEALED.public.test(`${table}.${column}`) &&
				!UNSEALED.audit.test(`${table}.${column}`) &&
				!UNSEALED.geofences.test(`${table}.${column}`),
		);
		expect(others).toEqual([]);
	});

	test("a process with the new one alone is refused, one that names the previous one, too, is not", async () => {
		await expect(refuseOtherService(before.database.pool, after)).rejects.toThrow("NEXTAUTH_SECRET is not the secret");
		await refuseOtherService(before.database.pool, during);
	});

	test("processes that accept the next one already leave everything sealed under the present one", async () => {
		const [stored, logged] = [await sealedValues(), vi.spyOn(log, "info").mockImplementation(() => undefined)];
		const first = { ...before, previousSecret: during.secret };
		await confirmServiceIdentity(first);
		expect(await leavePreviousSecret(first)).toBe(0);
		expect(logged.mock.lastCall).toEqual([
			"NEXTAUTH_SECRET_PREVIOUS is accepted; NEXTAUTH_SECRET has not taken its place",
		]);
		before.advance(24 * HOUR);
		const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
		expect(await leavePreviousSecret(first)).toBe(0);
		expect(warned.mock.calls).toEqual([]);
		vi.restoreAllMocks();
		expect(await sealedValues()).toEqual(stored);
	});

	test("signs nobody out and breaks no token, link or app; once everything is sealed again, the previous one can go", async () => {
		const { designer } = world;
		const claims = await openTestSession(before, designer);
		const cookie = await encode({ token: claims, secret: before.secret });
		const granted = await grantTokenById(before, designer, designer.userId);
		const binding = { purpose: "sign in", subject: designer.email } as const;
		const challenge = Buffer.from(newChallenge(before, binding)).toString("base64url");
		const link = { userId: designer.userId, subscription: "digest" } as const;
		const unsubscribe = unsubscribeToken(before, link);
		const asked = () => Promise.all(STRANGERS.map((email) => asksSecondFactor(during, email)));
		const [askedBefore, stored] = [await asked(), await sealedValues()];

		const logged = vi.spyOn(log, "info").mockImplementation(() => undefined);
		const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
		await confirmServiceIdentity(during);
		await refuseOtherService(before.database.pool, after);
		expect((await findSessionUser(during, cookie))?.id).toBe(designer.userId);
		expect(await grantTokenById(during, designer, designer.userId)).toEqual(granted);
		expect(await authenticateAccessToken(during, granted.token, ORIGIN)).toMatchObject({ userId: designer.userId });
		expect(isChallenge(during, binding, challenge)).toBe(true);
		expect(isChallenge(during, { ...binding, purpose: "confirm" }, challenge)).toBe(false);
		expect(readUnsubscribeToken(during, unsubscribe)).toEqual(link);
		expect(await asked()).toEqual(askedBefore);

		// Another process seals again at the same time.
		// One that is replaced later leaves to the others what they have sealed.
		expect(await leavePreviousSecret({ ...before, previousSecret: during.secret })).toBe(0);
		const counts = await Promise.all([leavePreviousSecret(during), leavePreviousSecret(during)]);
		expect(counts[0] + counts[1]).toBe(stored.length);
		expect(await leavePreviousSecret(during)).toBe(0);
		expect(warned.mock.calls).toEqual([]);
		expect(logged.mock.lastCall?.[1]).toBe("NEXTAUTH_SECRET_PREVIOUS is still needed");
		before.advance(24 * HOUR);
		await leavePreviousSecret(during);
		expect(warned.mock.lastCall?.[1]).toBe("NEXTAUTH_SECRET_PREVIOUS is no longer needed: remove it");
		vi.restoreAllMocks();

		for (const [purpose, value] of await sealedValues()) {
			expect(() => unseal(before, purpose, value)).toThrow();
			expect(unseal(after, purpose, value)).not.toBe("");
		}
		const renewed = await encode({ token: await openTestSession(during, designer), secret: during.secret });
		expect((await findSessionUser(after, renewed))?.id).toBe(designer.userId);
		expect(await findSessionUser(after, cookie)).toBeNull();
		expect(readUnsubscribeToken(after, unsubscribe)).toBeNull();
		const record = await after.prisma.webhook.findUniqueOrThrow({ where: { id: hook.id }, include: { secrets: true } });
		expect(openUrl(after, record.sealed_url)).toBe(SECRETS["webhook address"]);
		expect(record.secrets.map(({ sealed }) => openSecret(after, sealed))).toEqual([hook.secret]);
		const pull = await after.prisma.pull.findFirstOrThrow({ where: { sealed_query: { not: null } } });
		expect(openAddress(after, pull)).toContain(SECRETS["query of a pull's address"]);
		const code = codeOf(before, totp);
		expect(
			await after.prisma.$transaction((tx) => takeTotpCode(after, tx, designer.userId, code, { begun: true })),
		).toBe(true);
		const fresh = await grantTokenById(after, designer, designer.userId);
		expect(fresh.token).not.toBe(granted.token);
		expect(await grantTokenById(after, designer, designer.userId)).toEqual(fresh);
	});

	test("a token whose secret is gone before it expires is made again", async () => {
		const { colleague } = world;
		const granted = await grantTokenById(before, colleague, colleague.userId);
		const again = await grantTokenById(after, colleague, colleague.userId);
		expect(again.token).not.toBe(granted.token);
		expect(await authenticateAccessToken(after, again.token, ORIGIN)).toMatchObject({ userId: colleague.userId });
		await expect(authenticateAccessToken(after, granted.token, ORIGIN)).rejects.toThrow("invalid access token");
	});
});

/** Half of them are asked for a second factor. */
const STRANGERS = Array.from({ length: 16 }, (_, number) => `stranger-${number}@example.com`);
