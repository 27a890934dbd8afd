import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listBuildsParameters } from "@/lib/contract/build";
import { listDeploymentDetailsParameters, listDeploymentsParameters } from "@/lib/contract/deployment-list";
import { listDesignsParameters } from "@/lib/contract/design-bodies";
import { listDesignRowsParameters } from "@/lib/contract/design-list";
import { searchDirectory } from "@/lib/domain/accounts/people/search-directory";
import { listBuilds } from "@/lib/domain/builds/list-builds";
import { listDeploymentDetails } from "@/lib/domain/deployments/lists/list-deployment-details";
import { listDeployments } from "@/lib/domain/deployments/lists/list-deployments";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { cancelDeployment } from "@/lib/domain/deployments/transitions/cancel-deployment";
import { deleteDeployment } from "@/lib/domain/deployments/transitions/delete-deployment";
import { rejectDeployment } from "@/lib/domain/deployments/transitions/reject-deployment";
import { deleteDesign } from "@/lib/domain/designs/delete-design";
import { editDesign } from "@/lib/domain/designs/edit-design";
import { listDesignRows } from "@/lib/domain/designs/list-design-rows";
import { listDesigns } from "@/lib/domain/designs/list-designs";
import { editTarget } from "@/lib/domain/targets/edit-target";
import { listTargets } from "@/lib/domain/targets/list-targets";
import { createView } from "@/lib/domain/views/create-view";
import { deleteView } from "@/lib/domain/views/delete-view";
import { editView } from "@/lib/domain/views/edit-view";
import { listViews } from "@/lib/domain/views/list-views";
import type { Service } from "@/lib/platform/service";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { meanwhile } from "@/lib/tools/testing/meanwhile";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import {
	completeABuild,
	createProximityDesign,
	createRequest,
	createWorld,
	type World,
} from "@/lib/tools/testing/world";
import type { Page } from "./page";

/** A row with what it shows of the sort key. */
type Shown = readonly [id: string, sort: string];
type List = (on: Service, world: World) => Promise<Page<Shown>>;
/** What another caller does with one row. */
type Rival = (on: Service, world: World, id: string) => Promise<unknown>;

const shown = <Row>({ rows, total }: Page<Row>, show: (row: Row) => Shown): Page<Shown> => ({
	rows: rows.map(show),
	total,
});

const PAGE = { limit: "3" };

const LISTS = {
	designs: async (on, { designer }) =>
		shown(await listDesigns(on, designer, listDesignsParameters.parse(PAGE)), (row) => [row.id, row.updated_at]),
	"design rows": async (on, { designer }) =>
		shown(await listDesignRows(on, designer, listDesignRowsParameters.parse(PAGE)), (row) => [row.id, row.updated_at]),
	"built design rows": async (on, { designer }) =>
		shown(await listDesignRows(on, designer, listDesignRowsParameters.parse({ ...PAGE, status: "built" })), (row) => [
			row.id,
			`${row.status} ${row.updated_at}`,
		]),
	"design rows by build": async (on, { designer }) =>
		shown(
			await listDesignRows(on, designer, listDesignRowsParameters.parse({ ...PAGE, sort: "last_build_date" })),
			(row) => [row.id, row.last_build?.date ?? ""],
		),
	builds: async (on, { designer }) =>
		shown(await listBuilds(on, designer, listBuildsParameters.parse(PAGE)), (row) => [row.id, row.last_build_date]),
	deployments: async (on, { designer }) =>
		shown(await listDeployments(on, designer, listDeploymentsParameters.parse(PAGE)), (row) => [
			row.id,
			row.updated_at,
		]),
	"requested deployments": async (on, { designer }) =>
		shown(
			await listDeployments(on, designer, listDeploymentsParameters.parse({ ...PAGE, status: "requested" })),
			(row) => [row.id, `${row.status} ${row.updated_at}`],
		),
	"deployments in detail": async (on, { designer }) =>
		shown(await listDeploymentDetails(on, designer, listDeploymentDetailsParameters.parse(PAGE)), (row) => [
			row.id,
			row.updated_at,
		]),
	targets: async (on, { designer }) =>
		shown(await listTargets(on, designer, { limit: 3, offset: 0 }), (row) => [row.id, row.name]),
	views: async (on, { designer }) =>
		shown(await listViews(on, designer, { limit: 3, offset: 0 }), (row) => [row.id, row.name]),
} satisfies Record<string, List>;

const ASCENDING: readonly string[] = ["targets", "views"];

/** Four rows each, of which a page shows three. */
const ROWS = {
	designs: async (on: Service, world: World) => {
		const design = await createProximityDesign(on, world.designer);
		await completeABuild(on, world.designer, design.id);
	},
	deployments: (on: Service, world: World) => createRequest(on, world),
	targets: (on: Service, { designer }: World, number: number) =>
		on.prisma.target.create({
			data: {
				slug: `own-${number}-${designer.organizationId}`,
				name: `A own ${number}`,
				organization_id: designer.organizationId,
				accepted: { create: { organization_id: designer.organizationId } },
			},
		}),
	views: (on: Service, { designer }: World, number: number) =>
		createView(on, designer, { page: "/designs", name: `view ${number}`, query: "", shared: false, default: false }),
};

const RIVALS = {
	edits: (on, { designer }, id) => editDesign(on, designer, id, { name: "Another name" }),
	"builds again": (on, { designer }, id) => completeABuild(on, designer, id, 2_000),
	fails: (on, _, id) => on.prisma.design.update({ where: { id }, data: { status: "failed" } }),
	"deletes the design": (on, { designer }, id) => deleteDesign(on, designer, id),
	cancels: (on, { designer }, id) => cancelDeployment(on, designer, id, {}),
	rejects: (on, { administrator }, id) => rejectDeployment(on, administrator, id, {}),
	activates: (on, { administrator }, id) => activateDeployment(on, administrator, id),
	deletes: (on, { administrator }, id) => deleteDeployment(on, administrator, id),
	"renames the target": (on, { operator }, id) => editTarget(on, operator, id, { name: "Z renamed" }),
	"renames the view": (on, { designer }, id) => editView(on, designer, id, { name: "z renamed" }),
	"deletes the view": (on, { designer }, id) => deleteView(on, designer, id),
} satisfies Record<string, Rival>;

const CASES: [list: keyof typeof LISTS, rows: keyof typeof ROWS, rivals: (keyof typeof RIVALS)[]][] = [
	["designs", "designs", ["edits", "builds again", "deletes the design"]],
	["design rows", "designs", ["edits", "builds again", "deletes the design"]],
	["built design rows", "designs", ["fails", "deletes the design"]],
	["design rows by build", "designs", ["builds again", "deletes the design"]],
	["builds", "designs", ["builds again", "deletes the design"]],
	["deployments", "deployments", ["activates", "cancels", "rejects", "deletes"]],
	["requested deployments", "deployments", ["activates", "cancels"]],
	["deployments in detail", "deployments", ["activates", "cancels", "deletes"]],
	["targets", "targets", ["renames the target"]],
	["views", "views", ["renames the view", "deletes the view"]],
];

describe.each(testDatabaseKinds())("pages of rows that change while they are read on %s", (kind) => {
	let service: TestService;
	beforeAll(async () => {
		service = await createTestService(kind);
	});
	afterAll(() => service.drop());

	const steps = CASES.flatMap(([list, rows, rivals]) => rivals.map((rival) => ({ list, rows, rival })));
	test.each(steps)("$list, while a rival $rival", async ({ list, rows, rival }) => {
		const world = await createWorld(service);
		for (let number = 0; number < 4; number += 1) await ROWS[rows](service, world, number);
		const before = await LISTS[list](service, world);
		expect(before.rows).toHaveLength(3);
		// The last row would move out of the order, or leave a gap.
		const [id = ""] = before.rows[ASCENDING.includes(list) ? 0 : 2] ?? [];
		let happened = false;
		const busy = meanwhile(service, id, async () => {
			await RIVALS[rival](service, world, id);
			happened = true;
		});
		const page = await LISTS[list](busy, world);
		expect(happened).toBe(true);
		const sorts = page.rows.map(([, sort]) => sort);
		const sorted = ASCENDING.includes(list) ? sorts.toSorted() : sorts.toSorted().toReversed();
		expect(sorts).toEqual(sorted);
		// All of one moment, which is that before the rival.
		expect(page).toEqual(before);
	});

	test("the directory counts the rows that it shows", async () => {
		const { designer, colleague } = await createWorld(service);
		const query = { q: "", limit: 50, offset: 0 };
		const disabled = () =>
			service.prisma.user.update({ where: { id: colleague.userId }, data: { disabled_at: service.now() } });
		const { rows, total } = await searchDirectory(meanwhile(service, colleague.userId, disabled), designer, query);
		expect(rows.map(({ id }) => id)).toContain(colleague.userId);
		expect(total).toBe(rows.length);
	});

	test.each([
		{ limit: 2, offset: 0, shown: 2 },
		{ limit: 20, offset: 2, shown: 1 },
		{ limit: 20, offset: 3, shown: 0 },
		{ limit: 0, offset: 0, shown: 0 },
		{ limit: 20, offset: 40, shown: 0 },
	])("the total stands beside every page: %o", async ({ limit, offset, shown }) => {
		const world = await createWorld(service);
		for (let number = 0; number < 3; number += 1) await createRequest(service, world);
		const paging = { limit: `${limit}`, offset: `${offset}` };
		const page = await listDeployments(service, world.designer, listDeploymentsParameters.parse(paging));
		expect([page.rows.length, page.total]).toEqual([shown, 3]);
		const designs = await listDesigns(service, world.designer, listDesignsParameters.parse(paging));
		expect([designs.rows.length, designs.total]).toEqual([shown, 3]);
		const builds = await listBuilds(service, world.designer, listBuildsParameters.parse(paging));
		expect([builds.rows.length, builds.total]).toEqual([shown, 3]);
		const none = await listViews(service, world.designer, { limit, offset });
		expect(none).toEqual({ rows: [], total: 0 });
	});
});
