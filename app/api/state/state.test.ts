import Ajv from "ajv";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AppliedState, appliedState } from "@/lib/contract/applied-state";
import { type DeclaredState, declaredState } from "@/lib/contract/declared-state";
import { createTargetBody } from "@/lib/contract/target";
import { authenticateApiKey } from "@/lib/domain/accounts/credentials/authenticate-api-key";
import { setService, type Transaction } from "@/lib/platform/service";
import { rowDigests } from "@/lib/tools/testing/all-rows";
import { callRoute } from "@/lib/tools/testing/call-route";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { issueKey } from "@/lib/tools/testing/world";
import { POST as applyRoute, GET as exportRoute } from "./route";
import { GET as schemaRoute } from "./schema/route";

/** Everything that a state has, in the form of an export but for its secrets. */
const FULL = {
	version: 1,
	organizations: [
		{
			...{ slug: "acme", name: "Acme Coffee", price_cpm: { proximity: "0.45", audience: null } },
			...{ second_factor_required: true, least_reach: 1000, members_see: "all" },
			embed_origins: ["https://app.acme.example"],
		},
		{
			...{ slug: "service", name: "Service", price_cpm: { proximity: null, audience: null } },
			...{ second_factor_required: false, least_reach: 0, members_see: "own_and_shared" },
			embed_origins: [],
		},
	],
	people: [
		{
			...{
				email: "dana@acme.example",
				organization: "acme",
				first_name: "Dana",
				last_name: "Signer",
				role: "designer",
			},
			keys: [],
		},
		{
			...{ email: "it@acme.example", organization: "acme", first_name: "", last_name: "", role: "administrator" },
			keys: [
				{
					...{ label: "Export", scopes: ["manage", "tokens"], allowed_addresses: ["192.0.2.0/24"] },
					expires_at: "2027-01-01T00:00:00.000Z",
				},
			],
		},
		{
			...{ email: "ops@example.com", organization: "service", first_name: "", last_name: "", role: "operator" },
			keys: [{ label: "test", scopes: ["manage", "administer"], allowed_addresses: [], expires_at: null }],
		},
	],
	targets: [
		{
			...createTargetBody.parse({ slug: "north", name: "North", type: "dsp", memory_capacity: 4_000_000_000 }),
			...{ organization: "service", accepted_organizations: ["acme"], four_eyes: true, request_ttl_seconds: 86_400 },
			activation_hours: { time_zone: "Europe/Berlin", hours: [{ days: ["mon", "tue"], from: "08:00", to: "18:00" }] },
			...{ required_approvals: 2, second_approval_for_delete: true },
			freezes: [
				{ starts_at: "2026-12-20T00:00:00.000Z", ends_at: "2027-01-02T00:00:00.000Z", reason: "End of the year" },
			],
			rules: [
				{
					...{ name: "Refreshes", mode: "active" },
					conditions: {
						...{ active_build: true, no_warnings: true, same_targeting_codes: true, change_within_percent: 20 },
						...{ organizations: ["acme"], hours: null, daily_limit: 50, time_zone: "UTC" },
					},
				},
			],
			agent_keys: [{ label: "Frankfurt" }],
		},
	],
	place_categories: [{ name: "Schools", sensitive: true }],
	inventory_sources: [
		{ slug: "plain", name: "Plain", organizations: [], keep_days: null, pull: null },
		{
			...{ slug: "visits", name: "Visits", organizations: ["acme"], keep_days: 30 },
			pull: {
				...{ url: "https://data.example/visits.csv?signature=s3cr3t", mode: "append", every_hours: null },
				...{ daily_at: "03:30", time_zone: "Europe/Berlin" },
				header: { field: "Authorization", value: "Bearer s3cr3t" },
				s3_keys: null,
			},
		},
	],
	webhooks: [
		{
			...{ description: "All of it", organization: null, url: "https://hooks.example/s3cr3t", format: "slack" },
			...{ events: [], targets: [], owner_organizations: [], enabled: true },
		},
		{
			...{ description: "Builds", organization: "service", url: "https://hooks.example/builds", format: "json" },
			...{ events: ["deployment.requested"], targets: ["north"], owner_organizations: ["acme"], enabled: false },
		},
	],
};
type State = typeof FULL;
const FIRST = { version: 1, organizations: FULL.organizations.slice(1), people: FULL.people.slice(2) };

describe.each(testDatabaseKinds())("the declared state on %s", (kind) => {
	let service: TestService;
	let second: TestService;
	const keys = new Map<TestService, string>();
	beforeAll(async () => {
		[service, second] = [await createTestService(kind), await createTestService(kind)];
		for (const each of [service, second]) keys.set(each, await bootstrap(each));
	});
	beforeEach(() => setService(service));
	afterAll(async () => {
		setService(undefined);
		await Promise.all([service.drop(), second.drop()]);
	});

	const send = (json: object | undefined, to = service, headers = {}) => {
		setService(to);
		return callRoute(json === undefined ? exportRoute : applyRoute, {
			url: "/api/state",
			headers: { authorization: `Bearer ${keys.get(to)}`, ...headers },
			...(json && { json }),
		});
	};
	const applied = async (state: object, more: object = {}, to = service): Promise<AppliedState> => {
		const { status, body } = await send({ state, ...more }, to);
		expect([status, body.message]).toEqual([200, undefined]);
		return appliedState.parse(body.response?.data);
	};
	const exported = async (from = service): Promise<DeclaredState> =>
		declaredState.parse((await send(undefined, from)).body.response?.data);
	const refused = async (state: object, more: object = {}) => {
		const { status, body } = await send({ state: { version: 1, ...state }, ...more });
		return `${status} ${body.message}`;
	};
	/** All rows but kept answers and counted calls. */
	const written = () => rowDigests(service, ["idempotency_records", "call_windows"]);
	/** The state with other values at some places. */
	const changed = (change: (state: State) => void): State => {
		const copy = structuredClone(FULL);
		change(copy);
		return copy;
	};

	test("is empty but for the first operator, and a dry run leaves it so", async () => {
		expect(await exported()).toMatchObject(FIRST);
		const before = await written();
		const dry = await applied(FULL, { dry_run: true });
		expect(dry.changes.map(({ action, kind: what, name }) => `${action} ${what} ${name}`)).toEqual([
			"create organization acme",
			"create person dana@acme.example",
			"create person it@acme.example",
			"create key Export",
			"create target north",
			"create freeze End of the year",
			"create rule Refreshes",
			"create agent_key Frankfurt",
			"create place_category Schools",
			"create inventory_source plain",
			"create inventory_source visits",
			"create pull pull",
			"create webhook All of it",
			"create webhook Builds",
		]);
		expect([dry.dry_run, dry.issued, dry.unlisted]).toEqual([true, [], []]);
		expect(JSON.stringify(dry)).not.toContain("s3cr3t");
		const kept = await send({ state: FULL, dry_run: true }, service, { "idempotency-key": "dry" });
		expect(kept.status).toBe(200);
		expect(await written()).toEqual(before);
	});

	test("is reached in one call, with values that are shown once, and then nothing changes", async () => {
		const { issued } = await applied(FULL);
		expect(issued.map(({ path, what }) => `${path} ${what}`)).toEqual([
			"people[0] link",
			"people[1] link",
			"people[1].keys[0] key",
			"targets[0].agent_keys[0] key",
			"webhooks[0] secret",
			"webhooks[1] secret",
		]);
		const [link, , key] = issued;
		expect(link?.secret).toMatch(/^https:\/\/service\.example\/welcome#/);
		const origin = { address: "192.0.2.9", requestId: null };
		expect(await authenticateApiKey(service, key?.secret ?? "", ["tokens"], origin)).toMatchObject({
			email: "it@acme.example",
		});
		const before = await written();
		for (const state of [FULL, await exported()]) {
			expect(await applied(state, { prune: true })).toMatchObject({ changes: [], unlisted: [], issued: [] });
		}
		expect(await written()).toEqual(before);
	});

	test("its export has no secrets, and rebuilds another service once these are set", async () => {
		const state = await exported();
		expect(JSON.stringify(state)).not.toContain("s3cr3t");
		expect(state).toEqual({
			...FULL,
			inventory_sources: [
				FULL.inventory_sources[0],
				{
					...FULL.inventory_sources[1],
					pull: {
						...FULL.inventory_sources[1]?.pull,
						url: { env: "PULL_VISITS_URL" },
						header: { field: "Authorization", value: { env: "PULL_VISITS_VALUE" } },
					},
				},
			],
			webhooks: [
				{ ...FULL.webhooks[0], url: { env: "WEBHOOK_ALL_OF_IT_URL" } },
				{ ...FULL.webhooks[1], url: { env: "WEBHOOK_SERVICE_BUILDS_URL" } },
			],
		});
		const { status, body } = await send({ state }, second);
		expect(`${status} ${body.message}`).toBe(
			"400 'inventory_sources[1].pull.url': the service has no value, and the variable PULL_VISITS_URL was not set; there are 3 more problems",
		);
		expect(body.problems).toHaveLength(4);
		const text = JSON.stringify(state).replaceAll(/\{"env":"(PULL|WEBHOOK)_\w+_(\w+)"\}/g, (_, what, field) =>
			JSON.stringify(what === "PULL" && field === "VALUE" ? "Bearer s3cr3t" : "https://hooks.example/?s3cr3t"),
		);
		await applied(JSON.parse(text), {}, second);
		expect(await exported(second)).toEqual(state);
	});

	test("changes what differs, keeps what is not named, and removes with prune alone", async () => {
		const other = changed(({ organizations, targets, webhooks }) => {
			Object.assign(organizations[0] ?? {}, { least_reach: 2000 });
			Object.assign(targets[0]?.rules[0]?.conditions ?? {}, { daily_limit: 10 });
			Object.assign(targets[0] ?? {}, { freezes: [] });
			webhooks.pop();
		});
		const { people: _, place_categories: __, ...part } = other;
		const removal = await send({ state: part });
		expect(`${removal.status} ${removal.body.message}`).toBe(
			"409 the state lacks the freeze 'End of the year' of north and 1 more, and prune alone allows to remove it",
		);
		expect(removal.body.removals).toHaveLength(2);
		const { changes } = await applied(part, { prune: true });
		expect(changes.map(({ action, kind: what, fields }) => [action, what, fields.map(({ field }) => field)])).toEqual([
			["change", "organization", ["least_reach"]],
			["change", "rule", ["conditions.daily_limit"]],
			["remove", "freeze", []],
			["remove", "webhook", expect.any(Array)],
		]);
		// A rule with other conditions begins with a dry run, unless the state says more.
		expect((await exported()).targets?.[0]?.rules?.[0]).toMatchObject({
			mode: "active",
			conditions: { daily_limit: 10 },
		});
		await applied(FULL);
		expect(await exported()).toMatchObject({ targets: FULL.targets });
	});

	test("disables people who are left out, and lets them in again; a key with other rights is a new one", async () => {
		const alone = changed((state) => {
			state.people.splice(0, 1);
			Object.assign(state.people[0]?.keys[0] ?? {}, { scopes: ["manage"] });
		});
		expect(await refused(alone)).toMatch(/^409 the state lacks the key 'Export' of it@acme\.example and 1 more/);
		const pruned = await applied(alone, { prune: true });
		expect(pruned.changes.map(({ action, name }) => `${action} ${name}`)).toEqual([
			"replace Export",
			"remove dana@acme.example",
		]);
		expect(pruned.issued.map(({ what }) => what)).toEqual(["key"]);
		const dana = await service.prisma.user.findFirstOrThrow({ where: { email: "dana@acme.example" } });
		expect(dana.disabled_at).not.toBeNull();
		const back = await applied(FULL, { prune: true });
		// The link was removed with the access, so that another one is issued.
		expect(back.issued.map(({ what, name }) => `${what} ${name}`).sort()).toEqual([
			"key Export",
			"link dana@acme.example",
		]);
		expect((await exported()).people).toEqual(FULL.people);
		expect(await applied({ version: 1, people: FULL.people })).toMatchObject({ changes: [] });
	});

	test("keeps secrets for the same host alone", async () => {
		const moved = changed(({ inventory_sources: [, visits] }) => {
			Object.assign(visits?.pull ?? {}, {
				url: "https://elsewhere.example/visits.csv",
				header: { field: "Authorization", value: { env: "HEADER" } },
			});
		});
		expect(await refused(moved)).toBe(
			"400 'inventory_sources[1].pull.header.value': the service has no value, and the variable HEADER was not set",
		);
		const renamed = changed(({ inventory_sources: [, visits] }) => {
			Object.assign(visits?.pull ?? {}, { header: { field: "X-Key", value: { env: "HEADER" } } });
		});
		expect(await refused(renamed)).toBe(
			"400 inventory_sources[1].pull: 'header.value' must be given with another field",
		);
	});

	test("is refused as a whole, at the place of what is wrong", async () => {
		const before = await exported();
		expect(await refused({ version: 2 })).toBe(
			"400 'state.version': must be 1, the version of states that this service reads, and is 2: use a service of that version",
		);
		expect(
			await refused({ targets: [{ slug: "south", name: "South", organization: "acme", rules: [{ when: 1 }] }] }),
		).toMatch(/^400 'state\.targets\[0\]\.rules\[0\]\.name': is missing/);
		expect(
			await refused({
				place_categories: [{ name: "Schools" }, { name: "Clinics" }],
				people: [...FULL.people, { email: "ops@example.com", organization: "acme" }],
			}),
		).toMatch(/^409 people\[3\]: a user with the e-mail .*exists already/);
		expect(await refused({ targets: [{ ...FULL.targets[0], rules: [] }] })).toMatch(
			/^409 .* rule 'Refreshes' of north/,
		);
		const [starts_at, ends_at] = ["2026-12-02T00:00:00Z", "2026-12-01T00:00:00Z"];
		const target = { slug: "north", name: "North", organization: "service" };
		const freezes = [...(FULL.targets[0]?.freezes ?? []), { starts_at, ends_at, reason: "x" }];
		expect(await refused({ targets: [{ ...target, freezes }] })).toBe(
			"400 'targets[0].freezes[1].ends_at': must be later than 'starts_at'",
		);
		expect(await exported()).toEqual(before);
	});

	test("is described for editors, and the description takes an export", async () => {
		const { status, body } = await callRoute(schemaRoute, { url: "/api/state/schema" });
		expect(status).toBe(200);
		const validate = new Ajv({ strict: false, validateFormats: false }).compile(body);
		expect([validate(await exported()), validate.errors]).toEqual([true, null]);
		expect(validate({ version: 2 })).toBe(false);
		expect(validate({ version: 1, targets: [{ slug: "x", nmae: "X", organization: "acme" }] })).toBe(false);
	});

	test.runIf(kind === "postgres")("an export is of one moment, whatever is made meanwhile", async () => {
		const made = { slug: "late", name: "Late", targets: { create: { slug: "late", name: "Late" } } };
		const replaced = <Of extends object>(of: Of, name: keyof Of, value: unknown): Of =>
			new Proxy(of, { get: (target, asked) => (asked === name ? value : Reflect.get(target, asked)) });
		const slowly = (tx: Transaction) => async (query: object) => {
			const organizations = await tx.organization.findMany(query);
			await second.prisma.organization.create({ data: made });
			return organizations;
		};
		const begin = (work: (tx: Transaction) => Promise<unknown>, options: object) =>
			second.prisma.$transaction(
				(tx) => work(replaced(tx, "organization", replaced(tx.organization, "findMany", slowly(tx)))),
				options,
			);
		const slow: TestService = { ...second, prisma: replaced(second.prisma, "$transaction", begin) };
		keys.set(slow, keys.get(second) ?? "");
		const slugsOf = ({ organizations = [], targets = [] }: DeclaredState) =>
			[...organizations, ...targets].map(({ slug }) => slug);
		expect(slugsOf(await exported(slow))).not.toContain("late");
		expect(slugsOf(await exported(second)).filter((slug) => slug === "late")).toHaveLength(2);
	});
});

/** What the first start makes, with a key. */
async function bootstrap(service: TestService): Promise<string> {
	const { id } = await service.prisma.organization.create({ data: { slug: "service", name: "Service" } });
	const email = "ops@example.com";
	const user = await service.prisma.user.create({
		data: { organization_id: id, email, email_key: email, role: "operator", password_hash: "no password fits" },
	});
	return issueKey(service, { userId: user.id } as Parameters<typeof issueKey>[1], ["manage", "administer"]);
}
