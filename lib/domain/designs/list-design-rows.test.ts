import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listDesignRowsParameters } from "@/lib/contract/design-list";
import type { Principal } from "@/lib/domain/access/principal";
import { claimBuild } from "@/lib/domain/builds/claim-build";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { rejectBuild } from "@/lib/domain/builds/settle-build";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { completeABuild, createProximityDesign, createWorld, type World } from "@/lib/tools/testing/world";
import { listDesignRows } from "./list-design-rows";
import { setDesignVisibility } from "./set-design-visibility";
import { shareDesign } from "./share-design";

describe.each(testDatabaseKinds())("the list of designs on %s", (kind) => {
	let service: TestService;
	let world: World;
	const ids: Record<string, string> = {};
	const builds: Record<string, string> = {};
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
		const make = async (name: string, owner: Principal) => {
			ids[name] = (await createProximityDesign(service, owner, name)).id;
			return ids[name];
		};
		const live = await make("live", world.designer);
		builds.first = await completeABuild(service, world.designer, live, 1_000);
		const deployments = [];
		for (const { id } of [world.target, world.otherTarget]) {
			deployments.push(await requestDeployment(service, world.designer, builds.first, { targetId: id }));
		}
		const [deployment] = deployments;
		await activateDeployment(service, world.administrator, deployment?.id ?? "");
		builds.second = await completeABuild(service, world.designer, live, 2_000);
		builds.idle = await completeABuild(service, world.colleague, await make("Idle", world.colleague), 500);
		await make("draft", world.designer);
		const rejected = await make("rejected", world.designer);
		await requestBuild(service, world.designer, rejected, { reason: "x" });
		const claim = await claimBuild(service, "test");
		if (claim !== null) await rejectBuild(service, claim, "The set is empty.");
		const foreign = await make("foreign", world.outsider);
		await shareDesign(service, world.outsider, foreign, {
			collaborators: [
				{ type: "user", id: world.designer.userId, permissions: { view: true, edit: false } },
				{ type: "org", id: world.administrator.organizationId, permissions: { view: true, edit: true } },
			],
		});
		await make("hidden", world.outsider);
		await setDesignVisibility(service, world.designer, live, { tags: ["spring"] });
		await requestBuild(service, world.designer, ids.draft ?? "", { reason: "waits" });
	});
	afterAll(() => service.drop());

	const list = (as: Principal, sent: Record<string, string> = {}) =>
		listDesignRows(service, as, listDesignRowsParameters.parse(sent));
	const names = async (as: Principal, sent: Record<string, string> = {}) => {
		const { rows, total } = await list(as, sent);
		expect(rows).toHaveLength(total);
		return rows.map(({ name }) => name);
	};

	test("a row has its active targets, pending requests, newest build, collaborators and permissions", async () => {
		const { rows } = await list(world.designer, { q: "live" });
		expect(rows).toEqual([
			expect.objectContaining({
				id: ids.live,
				status: "built",
				active_builds: 1,
				visibility: ["spring"],
				frozen: null,
				last_build: { id: builds.second, date: expect.any(String), size: 2_000 },
				live: [
					{
						deployment_id: expect.any(String),
						build_id: builds.first,
						target_id: world.target.id,
						target: expect.stringContaining("north-eu"),
						out_of_date: true,
						actual: "no_agent",
						agents_expected: 0,
						agents_loaded: 0,
						agents_failed: 0,
						matches_today: null,
					},
				],
				requested_deployments: 1,
				scheduled_deployments: 0,
				shared_with: { people: 0, organizations: 0 },
				permissions: expect.objectContaining({ edit: true, delete: true, set_price: false }),
			}),
		]);
		const [draft] = (await list(world.designer, { q: "draft" })).rows;
		expect(draft).toMatchObject({
			frozen: { cause: "requested", build_id: expect.any(String) },
			last_build: null,
			live: [],
		});
		const [foreign] = (await list(world.outsider, { q: "foreign" })).rows;
		expect(foreign?.shared_with).toEqual({ people: 1, organizations: 1 });
	});

	test("a live place has today's matches, and none where they are not counted", async () => {
		const matches = async () => (await list(world.designer, { q: "live" })).rows[0]?.live[0]?.matches_today;
		const [place] = (await list(world.designer, { q: "live" })).rows[0]?.live ?? [];
		const now = service.now();
		await service.prisma.matchCounting.create({ data: { target_id: world.target.id, since: now } });
		expect(await matches()).toBe(0);
		for (const [matched, daysAgo] of [
			[7, 1],
			[3, 0],
		] as const) {
			const day = new Date(now.getTime() - daysAgo * 86_400_000);
			await service.prisma.matchDay.create({
				data: {
					deployment_id: place?.deployment_id ?? "",
					day,
					hours: Array(24).fill(0),
					matches: matched,
					last_match_at: day,
				},
			});
		}
		expect(await matches()).toBe(3);
		await service.prisma.matchDay.deleteMany();
		await service.prisma.matchCounting.deleteMany();
	});

	test("callers who see a design through a target see that target and its build only", async () => {
		const [north] = (await list(world.administrator, { q: "live" })).rows;
		expect(north).toMatchObject({
			live: [{ target_id: world.target.id }],
			requested_deployments: 0,
			scheduled_deployments: 0,
			last_build: { id: north?.live[0]?.build_id },
			visibility: [],
		});
		const [south] = (await list(world.otherAdministrator, { q: "live" })).rows;
		expect(south).toMatchObject({ live: [], requested_deployments: 1, status_reason: null });
		expect(Object.values(south?.permissions ?? {})).toEqual(Array(10).fill(false));
	});

	test.each([
		[{}, ["draft", "foreign", "Idle", "live", "rejected"]],
		[{ status: "built" }, ["Idle", "live"]],
		[{ status: "rejected,requested" }, ["draft", "rejected"]],
		[{ mine: "true" }, ["draft", "live", "rejected"]],
		[{ mine: "false" }, ["foreign", "Idle"]],
		[{ shared: "with_me" }, ["foreign"]],
		[{ shared: "by_me" }, []],
		[{ live: "true" }, ["live"]],
		[{ live: "false", status: "built" }, ["Idle"]],
		[{ visibility: "spring" }, ["live"]],
		[{ type: "audience" }, []],
		[{ mine: "true", live: "false", status: "in_design" }, []],
	])("filter %j", async (sent, expected) => {
		expect(await names(world.designer, { ...sent, sort: "name", order: "asc" })).toEqual(expected);
	});

	test("filters apply to what the caller sees", async () => {
		expect(await names(world.otherAdministrator, { live: "true" })).toEqual([]);
		expect(await names(world.administrator, { live: "true" })).toEqual(["live"]);
		expect(await names(world.outsider, { shared: "by_me" })).toEqual(["foreign"]);
		expect(await names(world.operator, { q: "hidden" })).toEqual(["hidden"]);
	});

	test("sorts: without a build last in both directions, pages without gaps", async () => {
		const built = async (sort: string, order: string) => (await names(world.designer, { sort, order })).slice(0, 2);
		expect(await built("last_build_size", "desc")).toEqual(["live", "Idle"]);
		expect(await built("last_build_size", "asc")).toEqual(["Idle", "live"]);
		expect(await built("last_build_date", "desc")).toEqual(["Idle", "live"]);
		expect(await built("last_build_date", "asc")).toEqual(["live", "Idle"]);
		for (const sort of ["updated_at", "name", "last_build_date", "last_build_size"]) {
			for (const order of ["asc", "desc"]) {
				const whole = await names(world.operator, { sort, order, limit: "500" });
				const walked: string[] = [];
				for (let offset = 0; offset < whole.length; offset += 2) {
					const { rows } = await list(world.operator, { sort, order, limit: "2", offset: String(offset) });
					walked.push(...rows.map(({ name }) => name));
				}
				expect(walked).toEqual(whole);
			}
		}
	});
});
