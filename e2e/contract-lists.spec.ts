import { byKey, everyRow, idsOf, LISTS, UNKNOWN_ID } from "./support/contract";
import type { Row } from "./support/spec-client";
import { expect, test } from "./support/test";

/** How each sort of a list orders its rows; numbers and timestamps, null last. */
const SORTS: Record<string, Record<string, (row: Row) => unknown>> = {
	"/targeting/designs/": { "": (row) => row.updated_at },
	"/targeting/builds": {
		"": (row) => row.last_build_date,
		build_date: (row) => row.last_build_date,
		requested_at: (row) => (row.builds as Row[]).find(({ id }) => id === row.last_build_id)?.requested_at,
		last_build_size: (row) => row.last_build_size,
	},
	"/targeting/deployments": {
		"": (row) => row.updated_at,
		updated_at: (row) => row.updated_at,
		approved_at: (row) => row.approved_at,
		build_date: (row) => row.build_date,
		build_size: (row) => row.filesize,
	},
};

test("pages are stable in every order, without gaps or repeats", async ({ service }) => {
	const client = byKey(service, "designer");
	for (const [path, sorts] of Object.entries(SORTS)) {
		for (const [sort, keyOf] of Object.entries(sorts)) {
			for (const order of ["desc", "asc"]) {
				const parameters = { ...(sort === "" ? {} : { sort }), ...(order === "desc" ? {} : { order }) };
				const rows = await client.rows(path, parameters);
				const keys = rows.map(keyOf).filter((key) => key !== null);
				const sorted = keys.toSorted((a, b) =>
					a === b ? 0 : (a as string) < (b as string) === (order === "asc") ? -1 : 1,
				);
				expect(keys, `${path} by ${sort} ${order}`).toEqual(sorted);
				expect(rows.slice(0, keys.length).map(keyOf), "rows without a value come last").toEqual(keys);
				const paged: Row[] = [];
				for (let offset = 0; offset < rows.length; offset += 4) {
					const page = await client.page(path, { ...parameters, limit: "4", offset: String(offset) });
					expect(page.total).toBe(rows.length);
					paged.push(...page.rows);
				}
				expect(paged).toEqual(rows);
			}
		}
		const total = (await client.rows(path)).length;
		expect(await client.page(path, { limit: "0" })).toEqual({ rows: [], total });
		expect(await client.page(path, { offset: "100000" })).toEqual({ rows: [], total });
		expect((await client.page(path, {})).rows).toHaveLength(Math.min(20, total));
	}
});

test("each filter keeps what its table says", async ({ service }) => {
	const client = byKey(service, "operator");
	const { designer, targets } = service.seed;
	const everyTarget = await everyRow(service, "/api/targets?limit=500");
	const seconds = (time: unknown) => Math.floor(Date.parse(String(time)) / 1000);
	const designs = await client.rows("/targeting/designs");
	const builds = await client.rows("/targeting/builds");
	const deployments = await client.rows("/targeting/deployments");
	const [middle = {}] = deployments.filter(({ approved_at }) => approved_at !== null).slice(2);
	const size = Number(middle.filesize);
	const approved = seconds(middle.approved_at);
	const words = (row: Row) => `${row.name ?? row.design_name}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
	const expectations: [path: string, rows: Row[], parameters: Record<string, string>, keeps: (row: Row) => boolean][] =
		[
			...LISTS.flatMap(([path], index) => {
				const rows = [designs, builds, deployments][index] ?? [];
				const [sample = {}] = rows.slice(3);
				return [
					[path, rows, { type: "audience" }, (row: Row) => row.type === "audience"],
					[path, rows, { type: "proximity" }, (row: Row) => row.type === "proximity"],
					[path, rows, { q: String(sample.id) }, (row: Row) => row.id === sample.id],
					[path, rows, { q: String(sample.id).toUpperCase() }, (row: Row) => row.id === sample.id],
					[path, rows, { q: "nothingiscalledlikethis" }, () => false],
					[path, rows, { q: " " }, () => true],
					[path, rows, { visibility: "" }, () => false],
					[path, rows, { visibility: "no such tag" }, () => false],
				] as [string, Row[], Record<string, string>, (row: Row) => boolean][];
			}),
			["/targeting/designs", designs, { owner: designer.user_id }, (row) => row.owner_id === designer.user_id],
			[
				"/targeting/designs",
				designs,
				{ owner_org_id: designer.org_id.toUpperCase() },
				(row) => row.owner_org_id === designer.org_id,
			],
			["/targeting/designs", designs, { owner: UNKNOWN_ID }, () => false],
			["/targeting/builds", builds, { min_size: String(size) }, (row) => Number(row.last_build_size) >= size],
			["/targeting/builds", builds, { max_size: String(size) }, (row) => Number(row.last_build_size) <= size],
			["/targeting/deployments", deployments, { min_size: String(size) }, (row) => Number(row.filesize) >= size],
			[
				"/targeting/deployments",
				deployments,
				{ min_size: String(size), max_size: String(size) },
				(row) => row.filesize === size,
			],
			[
				"/targeting/deployments",
				deployments,
				{ start_date: String(approved) },
				(row) => row.approved_at !== null && seconds(row.approved_at) >= approved,
			],
			[
				"/targeting/deployments",
				deployments,
				{ end_date: String(approved) },
				(row) => row.approved_at !== null && seconds(row.approved_at) <= approved,
			],
			[
				"/targeting/deployments",
				deployments,
				{ start_date: String(approved), end_date: String(approved) },
				(row) => row.approved_at !== null && seconds(row.approved_at) === approved,
			],
			["/targeting/deployments", deployments, { new_build: "true" }, (row) => row.new_build === true],
			["/targeting/deployments", deployments, { new_build: "false" }, (row) => row.new_build === false],
			["/targeting/deployments", deployments, { target_type: "on-premises" }, () => true],
			["/targeting/deployments", deployments, { target_type: "cloud" }, () => false],
			["/targeting/deployments", deployments, { status: "requested" }, (row) => row.status === "requested"],
			[
				"/targeting/deployments",
				deployments,
				{ status: " activated , deactivated" },
				(row) => row.status !== "requested",
			],
			[
				"/targeting/deployments",
				deployments,
				{ status: "requested", type: "proximity", new_build: "true" },
				(row) => row.status === "requested" && row.type === "proximity" && row.new_build === true,
			],
			...(["activated", "deactivated", "requested"] as const).flatMap((status) => [
				// Every kind of status, on any target, on one, and on all of one organization.
				...[undefined, targets[0]?.slug, targets[0]?.org_slug, targets[2]?.slug].map(
					(slug): [string, Row[], Record<string, string>, (row: Row) => boolean] => [
						"/targeting/builds",
						builds,
						{ deployment_status: status, ...(slug === undefined ? {} : { deployment_target: slug }) },
						(row) =>
							(row.deployments as Row[]).some((deployment) => {
								const target = everyTarget.find(({ id }) => id === deployment.target_id);
								return (
									deployment.status === status &&
									(slug === undefined || slug === target?.slug || slug === target?.org_slug)
								);
							}),
					],
				),
			]),
			[
				"/targeting/builds",
				builds,
				{ deployment_status: "undeployed" },
				(row) => (row.deployments as Row[]).length === 0,
			],
			[
				"/targeting/builds",
				builds,
				{ deployment_status: "undeployed", deployment_target: targets[2]?.slug ?? "" },
				(row) => !(row.deployments as Row[]).some(({ target_id }) => target_id === targets[2]?.id),
			],
			["/targeting/builds", builds, { deployment_target: "no-such-target" }, () => true],
			[
				"/targeting/builds",
				builds,
				{ deployment_target: "no-such-target", deployment_status: "activated" },
				() => false,
			],
		];
	for (const [path, rows, parameters, keeps] of expectations) {
		const expected = idsOf(rows.filter(keeps));
		expect(idsOf(await client.rows(path, parameters)), `${path} ${JSON.stringify(parameters)}`).toEqual(expected);
	}
	for (const [path] of LISTS) {
		const tagged = await client.rows(path, { visibility: "nothing, travel" });
		expect(tagged.length, path).toBeGreaterThan(0);
		const found = await client.rows(path, { q: "HARBOUR sto" });
		expect(found.length, path).toBeGreaterThan(0);
		for (const row of found) expect(words(row).some((word) => word.startsWith("sto"))).toBe(true);
	}
});
