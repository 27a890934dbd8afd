import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { grantTokenById } from "@/lib/domain/accounts/credentials/grant-token";
import { createAgentKey } from "@/lib/domain/targets/create-agent-key";
import type { Prisma } from "@/lib/generated/prisma/client";
import { ROUTES } from "@/lib/generated/routes";
import { isSafe } from "@/lib/http/routes/is-safe";
import { log } from "@/lib/platform/log";
import type { MadeSecret } from "@/lib/platform/made-secret";
import { type Service, setService, type Transaction } from "@/lib/platform/service";
import { allRows, rowDigests } from "@/lib/tools/testing/all-rows";
import { callRoute, type RouteAnswer } from "@/lib/tools/testing/call-route";
import { type NamedSecret, SecretFinder } from "@/lib/tools/testing/secrets/secret-finder";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { prepareWrite, WRITE_ROUTES, writeRequest } from "@/lib/tools/testing/write-calls";
import { OWN_PASSWORD, type WriteCall } from "@/lib/tools/testing/write-preparations";

/** Unsafe routes without a transaction of their caller: they only read, or need no sign-in. */
const OTHER_ROUTES = [
	"POST /api/account/confirm/passkey",
	"POST /api/account/passkeys/begin",
	"POST /api/conversions",
	"POST /api/deployments/bulk/preview",
	"POST /api/designs/[design_id]/estimate",
	"POST /api/designs/[design_id]/test",
	"POST /api/mail/test",
	"POST /api/passkey-sign-in",
	"POST /api/places/addresses",
	"POST /api/sensitive-places",
	"POST /api/sign-in-links",
	"POST /api/sign-in-links/redeem",
	"POST /api/unsubscribe",
];
/** What a refused write may leave: it is swept, or counts calls. */
const LEFT_OUT = ["_prisma_migrations", "geofence_collections", "geofence_chunks", "call_windows"];

describe("every write", () => {
	let service: TestService;
	let world: World;
	const keys: Record<WriteCall["as"], string> = { designer: "", administrator: "", operator: "", agent: "" };
	/** Those that the service has made and was given, and the rows and log lines that there were. */
	const secrets: NamedSecret[] = [{ kind: "password", secret: OWN_PASSWORD }];
	const seen = new Set<string>();
	const stream = Reflect.get(log, pino.symbols.streamSym) as { write(line: string): void };
	const { write } = stream;
	const collect = (made: unknown) => void secrets.push(made as NamedSecret);
	beforeAll(async () => {
		subscribe("targeting.made-secret", collect);
		log.level = "trace";
		// No spy: those are restored after each test.
		stream.write = (line) => void seen.add(line);
		service = await createTestService();
		setService(service);
		world = await createWorld(service);
		for (const as of ["designer", "administrator", "operator"] as const) {
			keys[as] = await issueKey(service, world[as], ["manage", "administer"]);
		}
		keys.agent = (await createAgentKey(service, world.administrator, world.target.id, { label: "agent" })).key ?? "";
	});
	afterAll(async () => {
		unsubscribe("targeting.made-secret", collect);
		stream.write = write;
		setService(undefined);
		await service.drop();
	});

	function send(call: WriteCall, key?: string): Promise<RouteAnswer> {
		const { handler, headers, ...request } = writeRequest(call, keys);
		if (key !== undefined) secrets.push({ kind: "idempotency key", secret: key });
		if (call.session?.cookie !== undefined) secrets.push({ kind: "session", secret: call.session.cookie });
		return callRoute(handler, { ...request, headers: { ...headers, ...(key && { "idempotency-key": key }) } });
	}

	test("has a call in this test", () => {
		const unsafe = Object.entries(ROUTES).flatMap(([pattern, module]) =>
			["POST", "PUT", "PATCH", "DELETE"]
				.filter((method) => method in module && !pattern.includes("[[") && !pattern.startsWith("/api/auth"))
				.map((method) => `${method} ${pattern}`),
		);
		expect([...WRITE_ROUTES, ...OTHER_ROUTES].sort()).toEqual(unsafe.sort());
		expect(isSafe(new Request("http://localhost", { method: "PATCH" }))).toBe(false);
	});

	const everything = () => rowDigests(service, LEFT_OUT);

	/**
	 * The service, on which a rival changes every row as soon as the operation has written its own.
	 */
	function withRival(): Service {
		let isDone = false;
		const rival = async () => {
			if (isDone) return;
			isDone = true;
			for (const [table, column] of Object.entries(NAMED)) {
				await service.prisma.$executeRawUnsafe(`UPDATE ${table} SET ${column} = 'usurped', revision = revision + 500`);
			}
		};
		const prisma = new Proxy(service.prisma, {
			get: (client, name) => {
				if (name === "$transaction") {
					return async (work: (tx: Transaction) => Promise<unknown>) => {
						const result = await client.$transaction(work);
						await rival();
						return result;
					};
				}
				if (name !== "$rows") return Reflect.get(client, name);
				return async (query: Prisma.Sql, mode?: "auto") => {
					const rows = await client.$rows(query, mode);
					if (/UPDATE deployments/.test(query.text)) await rival();
					return rows;
				};
			},
		});
		return { ...service, prisma };
	}

	/** Removes the rival's traces, which the next route would find. */
	async function forgetRival(): Promise<void> {
		for (const [table, column] of Object.entries(NAMED)) {
			const value = column === "status_reason" ? "NULL" : "gen_random_uuid()::text";
			await service.prisma.$executeRawUnsafe(
				`UPDATE ${table} SET ${column} = ${value}, revision = revision - 500 WHERE ${column} = 'usurped'`,
			);
		}
	}

	test.each(WRITE_ROUTES)("%s answers what it wrote, and not what a rival wrote after it", async (route) => {
		const call = await prepareWrite(service, world, route);
		setService(withRival());
		const answer = await send(call).finally(() => setService(service));
		await forgetRival();
		expect(answer.status).toBeLessThan(300);
		expect(JSON.stringify(answer.body)).not.toMatch(/usurped|"revision":[5-9]\d\d/);
	});

	describe("with an Idempotency-Key", () => {
		beforeAll(async () => {
			await service.prisma.$executeRaw`CREATE FUNCTION refuse_record() RETURNS trigger LANGUAGE plpgsql AS
				$$ BEGIN RAISE EXCEPTION 'not now' USING ERRCODE = '57P03'; END $$`;
			await service.prisma.$executeRaw`CREATE TRIGGER refuse_record BEFORE INSERT OR UPDATE ON idempotency_records
				FOR EACH ROW EXECUTE FUNCTION refuse_record()`;
		});

		const refuseRecords = (word: "ENABLE" | "DISABLE") =>
			service.prisma.$executeRawUnsafe(`ALTER TABLE idempotency_records ${word} TRIGGER refuse_record`);

		test.each(WRITE_ROUTES)("%s does nothing without its record, and else once", async (route) => {
			const call = await prepareWrite(service, world, route);
			vi.spyOn(log, "error").mockImplementation(() => undefined);
			const before = await everything();
			await refuseRecords("ENABLE");
			const refused = await send(call, `refused ${route}`.replaceAll(" ", "-"));
			await refuseRecords("DISABLE");
			expect(await everything()).toEqual(before);
			// A bulk action is not refused as a whole: each of its items is.
			if (!route.endsWith("/bulk")) expect(refused.status).toBe(503);
			const key = route.replaceAll(" ", "-");
			const first = await send(call, key);
			expect(first.status).toBeLessThan(300);
			const after = await everything();
			const again = await send(call, key);
			expect(again.headers.get("idempotency-replayed")).toBe("true");
			expect([again.status, withoutSecrets(again)]).toEqual([first.status, withoutSecrets(first)]);
			expect(await everything()).toEqual(after);
			const written = Object.keys(after).filter((table) => after[table] !== before[table]);
			for (const row of Object.values(await allRows(service, written)).flat()) seen.add(row);
		});

		test("leaves no secret in rows, files or the log at its most verbose, in whatever encoding", async () => {
			await grantTokenById(service, world.designer, world.designer.userId);
			const directory = service.files.directory() ?? "";
			const files = await readdir(directory, { recursive: true, withFileTypes: true });
			const contents = await Promise.all(
				files.filter((file) => file.isFile()).map(({ parentPath, name }) => readFile(join(parentPath, name))),
			);
			const rows = Object.values(await allRows(service)).flat();
			const left = Buffer.concat([Buffer.from([...seen, ...rows].join("\n")), ...contents]);
			const made: MadeSecret[] = ["access token", "agent key", "API key", "authenticator app", "recovery code"];
			const kinds = [...made, "sign-in link", "webhook secret", "session", "idempotency key"];
			expect([...new Set(secrets.map(({ kind }) => kind))]).toEqual(expect.arrayContaining(kinds));
			expect([...seen].some((line) => line.includes('"level":'))).toBe(true);
			expect(new SecretFinder(secrets).find(left)).toEqual(new Set());
			const [key] = secrets.filter(({ kind }) => kind === "API key");
			expect(new SecretFinder(secrets).find(Buffer.from(`a row with ${key?.secret}`)).size).toBe(1);
		});
	});
});

/** Where a rival leaves its word, in what answers show. */
const NAMED = {
	organizations: "name",
	targets: "name",
	designs: "name",
	inventory_sources: "name",
	api_keys: "label",
	webhooks: "description",
	deployments: "status_reason",
	builds: "status_reason",
} as const;

function withoutSecrets({ body }: RouteAnswer): unknown {
	return JSON.parse(JSON.stringify(body), (name, value) =>
		[
			"key",
			"key_note",
			"link",
			"link_note",
			"secret",
			"secret_note",
			"uri",
			"recovery_codes",
			"recovery_codes_note",
		].includes(name)
			? null
			: value,
	);
}
