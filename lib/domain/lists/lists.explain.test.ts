import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEPLOYMENT_STATUS_FILTERS, listBuildsParameters } from "@/lib/contract/build";
import { listDeploymentDetailsParameters, listDeploymentsParameters } from "@/lib/contract/deployment-list";
import { listDesignsParameters } from "@/lib/contract/design-bodies";
import { listDesignRowsParameters } from "@/lib/contract/design-list";
import { visibleDeployments, visibleDesigns } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { listBuilds } from "@/lib/domain/builds/list-builds";
import { listDeploymentDetails } from "@/lib/domain/deployments/lists/list-deployment-details";
import { listDeployments } from "@/lib/domain/deployments/lists/list-deployments";
import { listDesignRows } from "@/lib/domain/designs/list-design-rows";
import { listDesigns } from "@/lib/domain/designs/list-designs";
import { getOverview } from "@/lib/domain/overview/get-overview";
import { listAcceptingTargets } from "@/lib/domain/targets/list-accepting-targets";
import { listTargets } from "@/lib/domain/targets/list-targets";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { createTestDatabase, type TestDatabase, testDatabaseKinds } from "@/lib/tools/testing/database";
import { type CapturedQuery, type CapturingDatabase, captureQueries } from "@/lib/tools/testing/scale/capture-queries";
import { createScanFinder, pagesRead, rowsRead } from "@/lib/tools/testing/scale/explain";
import { fillScaleWorld } from "@/lib/tools/testing/scale/fill-scale-world";
import { scaleId } from "@/lib/tools/testing/scale/scale-ids";
import { SCALE_PRINCIPALS } from "@/lib/tools/testing/scale/scale-principals";
import { FULL_SCALE } from "@/lib/tools/testing/scale/scale-sizes";
import { createTestService, type TestService } from "@/lib/tools/testing/service";

/** Each plan for everything, for half and for a partner's targets; `npm run test:all` asks for all. */
const PRINCIPALS = Object.entries(SCALE_PRINCIPALS).filter(
	([who]) =>
		process.env.RUN_ALL_TESTS !== undefined ||
		["operator", "designer of the large organization", "administrator of a partner"].includes(who),
);

/** Tables that no list may read in full. */
const LARGE = ["designs", "deployments", "builds", "design_sets", "build_sets"];

/** Large enough for the plans of FULL_SCALE; to fill that takes minutes. */
const SIZES = {
	postgres: { ...FULL_SCALE, designs: 40_000, deployments: 80_000, requested: 2_000 },
	embedded: { ...FULL_SCALE, designs: 20_000, deployments: 40_000, requested: 1_000 },
};

type List = (service: Service, principal: Principal) => Promise<{ rows: readonly unknown[]; total: number }>;
const designs =
	(sent: Record<string, string>): List =>
	(service, principal) =>
		listDesigns(service, principal, listDesignsParameters.parse(sent));
const designRows =
	(sent: Record<string, string>): List =>
	(service, principal) =>
		listDesignRows(service, principal, listDesignRowsParameters.parse(sent));
const builds =
	(sent: Record<string, string>): List =>
	(service, principal) =>
		listBuilds(service, principal, listBuildsParameters.parse(sent));
const deployments =
	(sent: Record<string, string>): List =>
	(service, principal) =>
		listDeployments(service, principal, listDeploymentsParameters.parse(sent));

const deploymentDetails =
	(sent: Record<string, string>): List =>
	(service, principal) =>
		listDeploymentDetails(service, principal, listDeploymentDetailsParameters.parse(sent));

const LISTS: [string, List][] = [
	[
		"overview",
		async (service, principal) => {
			const { live } = await getOverview(service, principal);
			return { rows: live.targets, total: live.activated };
		},
	],
	["targets", (service, principal) => listTargets(service, principal, { limit: 20, offset: 0 })],
	["accepting targets", (service, principal) => listAcceptingTargets(service, principal, { limit: 20, offset: 0 })],
	["designs", designs({})],
	["designs, oldest first", designs({ order: "asc" })],
	["designs q", designs({ q: "coffee berl" })],
	...["updated_at", "name", "last_build_date", "last_build_size"].flatMap((sort): [string, List][] => [
		[`design rows by ${sort}`, designRows({ sort })],
		[`design rows by ${sort}, smallest first`, designRows({ sort, order: "asc" })],
	]),
	["design rows failed", designRows({ status: "failed" })],
	["design rows mine", designRows({ mine: "true" })],
	["design rows shared with me", designRows({ shared: "with_me" })],
	["design rows shared by me", designRows({ shared: "by_me" })],
	["design rows live", designRows({ live: "true" })],
	["design rows built and not live", designRows({ live: "false", status: "built" })],
	["deployments", deployments({})],
	...["updated_at", "approved_at", "build_date", "build_size"].flatMap((sort): [string, List][] => [
		[`deployments by ${sort}`, deployments({ sort })],
		[`deployments by ${sort}, smallest first`, deployments({ sort, order: "asc" })],
	]),
	["deployments q", deployments({ q: "coffee berl" })],
	...["requested", "activated", "deactivated"].map((status): [string, List] => [
		`deployments ${status}`,
		deployments({ status }),
	]),
	...Object.entries({
		"of some size": { min_size: "1000", max_size: "200000" },
		"approved in a month": { start_date: "1785000000", end_date: "1787600000" },
	}).map(([name, sent]): [string, List] => [`deployments ${name}`, deployments(sent)]),
	...Object.entries({
		"in every status": {},
		rejected: { status: "rejected" },
		"on one target": { target_id: scaleId("target", 3) },
		"requested on one target": { target_id: scaleId("target", 3), status: "requested" },
		"of one design": { design_id: scaleId("design", 4) },
		"of one build": { build_id: scaleId("build", 4) },
		tagged: { tag: "night" },
		"requested by me": { requested_by: "me" },
		scheduled: { scheduled: "true" },
		"waiting for an answer": { waiting_for: "requester" },
		"waiting for a decision": { waiting_for: "administrator", status: "requested" },
		"not scheduled, requested": { scheduled: "false", status: "requested" },
		"actually failed": { actual: "failed" },
		"unmatched for a month": { unmatched_for: "30" },
	}).map(([name, sent]): [string, List] => [`deployments in detail ${name}`, deploymentDetails(sent)]),
	["builds", builds({})],
	...["build_date", "requested_at", "last_build_size"].flatMap((sort): [string, List][] => [
		[`builds by ${sort}`, builds({ sort })],
		[`builds by ${sort}, smallest first`, builds({ sort, order: "asc" })],
	]),
	["builds q", builds({ q: "coffee berl" })],
];

/**
 * Filters that match a large part of all rows: an index finds the page, and only a total may read
 * them all.
 */
const LARGE_PARTS: [string, List][] = [
	...["proximity", "audience"].flatMap((type): [string, List][] => [
		[`designs ${type}`, designs({ type })],
		[`deployments ${type}`, deployments({ type })],
		[`builds ${type}`, builds({ type })],
	]),
	["designs by visibility", designs({ visibility: "travel" })],
	["deployments by visibility", deployments({ visibility: "travel" })],
	["builds by visibility", builds({ visibility: "travel" })],
	["deployments by the type of their target", deployments({ target_type: "on-premises" })],
	["deployments of first builds", deployments({ new_build: "true" })],
	["deployments of later builds", deployments({ new_build: "false" })],
	// The plans of `loaded` and `pending` depend on the agents' reports, of which this world has
	// none.
	["deployments in detail actually without an agent", deploymentDetails({ actual: "no_agent" })],
	...DEPLOYMENT_STATUS_FILTERS.map((status): [string, List] => [
		`builds ${status} anywhere`,
		builds({ deployment_status: status }),
	]),
	...DEPLOYMENT_STATUS_FILTERS.map((status): [string, List] => [
		`builds ${status} on one target`,
		builds({ deployment_status: status, deployment_target: "target-3" }),
	]),
	["builds activated or requested anywhere", builds({ deployment_status: "activated,requested" })],
];

/** Filters that match hardly any row: an ordered scan would read the whole list. */
const RARE: [string, List][] = [
	["designs q", designs({ q: "1234" })],
	["design rows q", designRows({ q: "1234" })],
	["builds q", builds({ q: "1234" })],
	["deployments q", deployments({ q: "1234" })],
	["deployments q, requested", deployments({ q: "1234", status: "requested" })],
	["designs by visibility", designs({ visibility: "nobody's" })],
	["builds by visibility", builds({ visibility: "nobody's" })],
	["deployments by visibility", deployments({ visibility: "nobody's" })],
	["deployments in detail tagged", deploymentDetails({ tag: "nobody's" })],
];

/** Large parts whose totals have counters. */
const COUNTED = LARGE_PARTS.filter(([name]) => /^(designs|deployments|builds) (proximity|audience)$/.test(name));

/** Cases in which the planner's assumptions are wrong. */
const UNEXPECTED: [string, List][] = [
	// Many rows have these words, while the planner assumes that hardly any has their prefixes.
	...["set 2", "person 1"].flatMap((q): [string, List][] => [
		[`designs q ${q}`, designs({ q })],
		[`design rows q ${q}`, designRows({ q })],
		[`builds q ${q}`, builds({ q })],
		[`deployments q ${q}`, deployments({ q })],
	]),
	// All of these rows are at the end of the order, because none of them is approved.
	...["approved_at", "build_size"].flatMap((sort): [string, List][] => [
		[`deployments requested by ${sort}`, deployments({ status: "requested", sort })],
		[`deployments in detail requested by ${sort}`, deploymentDetails({ status: "requested", sort })],
	]),
];

/** A search for a word that many rows have. */
const COMMON = { q: "coffee", limit: "3", offset: "2" };

/** One agent on each target, which has reported every deployment there as loaded. */
const LOADED = `WITH made AS (
		INSERT INTO agents (target_id, instance_id, version, tags, memory_used, last_seen_at)
		SELECT targets.id, 'agent', '1', '{}', 1, $1::timestamptz FROM targets RETURNING id, target_id)
	INSERT INTO agent_deployments (agent_id, deployment_id, state)
	SELECT a.id, deployments.id, 'loaded' FROM made a JOIN deployments ON deployments.target_id = a.target_id`;

/** A page with its total (lib/domain/lists/page.ts). */
const PAGES = /\bpage AS MATERIALIZED\b/;

describe.each(testDatabaseKinds())("plans of the lists on %s", (kind) => {
	let database: TestDatabase;
	let capturing: CapturingDatabase;
	let scannedTables: ReturnType<typeof createScanFinder>;
	let base: TestService;
	let service: Service;
	beforeAll(async () => {
		database = await createTestDatabase(kind);
		await fillScaleWorld(database.pool, SIZES[kind]);
		capturing = captureQueries(database.pool, kind);
		scannedTables = createScanFinder(database.pool);
		base = await createTestService("embedded");
		service = { ...base, prisma: capturing.database.prisma };
	});
	afterAll(async () => {
		await base?.drop();
		await capturing?.database.close();
		await database?.drop();
	});

	test("design rows: as many queries for a hundred rows as for five hundred", async () => {
		const queries = async (limit: string) => {
			await designRows({ limit })(service, SCALE_PRINCIPALS.operator);
			capturing.taken();
			const { rows } = await designRows({ limit })(service, SCALE_PRINCIPALS.operator);
			return [rows.length, capturing.taken().length];
		};
		const [, few] = await queries("100");
		expect(await queries("500")).toEqual([500, few]);
	});

	/** The queries that a list sends to the database. */
	async function queriesOf(list: List, principal: Principal): Promise<CapturedQuery[]> {
		capturing.taken();
		await list(service, principal);
		const queries = capturing.taken();
		expect(queries.length).toBeGreaterThan(0);
		return queries;
	}

	async function expectNothingLargeRead(queries: readonly CapturedQuery[], part?: "page"): Promise<void> {
		for (const query of queries) {
			const scanned = await scannedTables(query, part);
			expect(
				scanned.filter((table) => LARGE.includes(table)),
				query.text,
			).toEqual([]);
		}
	}

	describe.each(PRINCIPALS)("for the %s", (_who, principal) => {
		test.each(LISTS)("%s: no large table is read in full", async (_, list) => {
			await expectNothingLargeRead(await queriesOf(list, principal));
		});

		test.each([
			["designs", designs(COMMON), Prisma.sql`designs`, visibleDesigns(principal)],
			["deployments", deployments(COMMON), Prisma.sql`deployments`, visibleDeployments(principal)],
		] as const)("%s q, a common word: the page equals that of a single condition", async (_, list, from, seen) => {
			const { rows, total } = await list(service, principal);
			const all = await capturing.database.prisma.$queryRaw<{ id: string }[]>`SELECT id FROM ${from}
				WHERE ${seen} AND ' ' || search_document LIKE '% coffee%' ORDER BY updated_at DESC, id`;
			expect(total).toBe(all.length);
			expect(rows).toMatchObject(all.slice(2, 5));
			// So many that the page comes from an ordered scan.
			expect(total).toBeGreaterThan(50);
		});

		test.each(RARE)("%s, a rare one: hardly any row is read", async (_, list) => {
			const queries = await queriesOf(list, principal);
			for (const query of queries) {
				const read = await rowsRead(database.pool, query);
				expect(read, query.text).toBeLessThan(SIZES[kind].designs / 10);
			}
		});

		test.each(UNEXPECTED)("%s: rows with the words are read once, for page and total", async (_, list) => {
			const queries = await queriesOf(list, principal);
			const forPage = queries.filter(({ text }) => PAGES.test(text));
			expect(forPage).toHaveLength(1);
			for (const query of forPage) {
				const read = await rowsRead(database.pool, query);
				expect(read, query.text).toBeLessThan(SIZES[kind].deployments * 1.1);
			}
		});

		test.each(LARGE_PARTS)("%s: no large table is read in full for the page", async (_, list) => {
			await expectNothingLargeRead(await queriesOf(list, principal), "page");
		});

		test.each(COUNTED)("%s: no large table is read in full for the total either", async (_, list) => {
			await expectNothingLargeRead(await queriesOf(list, principal));
		});
	});

	// In a smaller world the planner joins the reports anyway; here each lookup would read four
	// pages.
	test.runIf(kind === "postgres")("loaded and pending: the total does not look up reports one by one", async () => {
		await database.pool.query(LOADED, [base.now().toISOString()]);
		await database.pool.query("VACUUM ANALYZE agents, agent_deployments");
		const activated = await capturing.database.prisma.deployment.count({ where: { status: "activated" } });
		for (const [actual, expected] of Object.entries({ loaded: activated, pending: 0 })) {
			capturing.taken();
			const { total } = await deploymentDetails({ actual })(service, SCALE_PRINCIPALS.operator);
			expect([actual, total]).toEqual([actual, expected]);
			const counts = capturing.taken().filter(({ text }) => PAGES.test(text));
			expect(counts).toHaveLength(1);
			for (const query of counts) expect(await pagesRead(database.pool, query), query.text).toBeLessThan(activated / 2);
		}
	});
});
