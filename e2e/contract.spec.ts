import { byKey, everyRow, idsOf, LISTS, PEOPLE, type Person, type SeededService, UNKNOWN_ID } from "./support/contract";
import { call, type Row, SpecClient } from "./support/spec-client";
import { DEPLOYMENT, DESIGN, faultsOf } from "./support/spec-shapes";
import { expect, test } from "./support/test";

const BUILDING = { intervals: [250] };

const refused = (status: number, errorType: string) => ({
	status,
	body: { version: 4, status: "error", error_type: errorType, message: expect.stringMatching(/\S/) },
});
const answered = ({ status, body }: { status: number; body: Row }) => ({ status, body });
const dataOf = ({ status, body }: { status: number; body: Row }): Row => {
	expect([status, body.version, body.status]).toEqual([200, 4, "OK"]);
	return (body.response as Row).data as Row;
};

/** A proximity design of one circle, saved and built. */
async function builtDesign(service: SeededService, name: string): Promise<{ id: string; build: string }> {
	const { KEY } = { KEY: service.seed.designer.key };
	const feature = {
		type: "Feature",
		properties: { radius: 250 },
		geometry: { type: "Point", coordinates: [8.5, 47.4] },
	};
	const sets = [
		{ set_name: "Zürich café", targeting_code: "ZRH", geofences: { type: "FeatureCollection", features: [feature] } },
	];
	const created = await call(`${service.baseUrl}/api/designs`, {
		method: "POST",
		headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
		body: JSON.stringify({ name, type: "proximity", sets }),
	});
	const id = String(((created.body.response as Row).data as Row).id);
	return { id, build: await build(service, id) };
}

/** Requests a build and waits for it; gives its id. */
async function build(service: SeededService, id: string): Promise<string> {
	const client = byKey(service, "designer");
	const requested = dataOf(await client.post(`/targeting/designs/${id}/request`, { reason: "weekly refresh" }));
	expect([faultsOf(requested, DESIGN), requested.status]).toEqual([[], "requested"]);
	const status = async () => dataOf(await client.get(`/targeting/designs/${id}`)).status;
	await expect.poll(status, BUILDING).toBe("built");
	return String(dataOf(await client.get(`/targeting/designs/${id}`)).most_recent_build);
}
test("every row has every field of its table for every caller, and Get Design is the list's row", async ({
	service,
}) => {
	for (const person of PEOPLE) {
		const client = byKey(service, person);
		for (const [path, shape] of LISTS) {
			const rows = await client.rows(path);
			expect(rows.length, `${path} of ${person}`).toBeGreaterThan(0);
			for (const row of rows)
				expect(faultsOf(row, shape), `${path} of ${person}: ${row.name ?? row.design_name}`).toEqual([]);
		}
		for (const row of await client.rows("/targeting/designs")) {
			expect(dataOf(await client.get(`/targeting/designs/${row.id}/`))).toEqual(row);
		}
	}
});

test("lists and counts hold what the caller may see, and nothing else", async ({ service }) => {
	const all = byKey(service, "operator");
	const [designs, deployments] = [await all.rows("/targeting/designs"), await all.rows("/targeting/deployments")];
	const builds = await all.rows("/targeting/builds");
	const statuses = "requested,activated,deactivated,cancelled,rejected";
	const everDeployed = await all.rows("/targeting/deployments", { detail: "true", status: statuses });
	const everyTarget = await everyRow(service, "/api/targets?limit=500");
	for (const person of PEOPLE) {
		const me = service.seed[person];
		const targets = idsOf(everyTarget.filter(({ org_slug }) => org_slug === me.org_slug));
		const administers = person.endsWith("administrator");
		const shared = (design: Row, type: string, id: string) =>
			(design.collaborators as Row[]).some((entry) => entry.type === type && entry.id === id);
		// Of the demo world's organizations, Brightside's members see all of its designs.
		const isOpen = (design: Row) => design.owner_org_id === me.org_id && me.org_slug === "brightside-media";
		const direct = (design: Row) =>
			person === "operator" ||
			isOpen(design) ||
			(administers && design.owner_org_id === me.org_id) ||
			design.owner_id === me.user_id ||
			shared(design, "user", me.user_id) ||
			shared(design, "org", me.org_id);
		const onTarget = (row: Row) => administers && targets.includes(String(row.target_id));
		const throughTarget = (design: Row) => everDeployed.some((row) => row.design_id === design.id && onTarget(row));
		const designOf = (id: unknown) => designs.find((design) => design.id === id) ?? {};
		const sees = (row: Row) => onTarget(row) || row.requester === me.email || direct(designOf(row.design_id));

		const client = byKey(service, person);
		const mine = await client.rows("/targeting/designs");
		expect(idsOf(mine), person).toEqual(idsOf(designs.filter((design) => direct(design) || throughTarget(design))));
		const visible = deployments.filter(sees);
		expect(idsOf(await client.rows("/targeting/deployments")), person).toEqual(idsOf(visible));
		for (const design of mine) {
			const active = visible.filter((row) => row.design_id === design.id && row.status === "activated");
			expect([design.name, design.active_builds]).toEqual([
				design.name,
				new Set(active.map(({ build_id }) => build_id)).size,
			]);
			const truth = designOf(design.id);
			expect(design.is_shared_to_current_user).toBe(shared(truth, "user", me.user_id));
			expect(design.is_shared_to_current_org).toBe(shared(truth, "org", me.org_id) || isOpen(truth));
			expect(design.collaborators).toEqual(direct(truth) ? truth.collaborators : []);
		}
		for (const row of await client.rows("/targeting/builds")) {
			expect(idsOf(row.deployments as Row[])).toEqual(idsOf(visible.filter(({ design_id }) => design_id === row.id)));
			const deployedHere = (id: unknown) => everDeployed.some((record) => record.build_id === id && onTarget(record));
			const whole = builds.find(({ id }) => id === row.id)?.builds as Row[];
			const seen = direct(designOf(row.id)) ? whole : whole.filter(({ id }) => deployedHere(id));
			expect(idsOf(row.builds as Row[]), `${person}: ${row.name}`).toEqual(idsOf(seen));
		}
	}
});

test("KEY, access token and session are one caller", async ({ service }) => {
	const { designer } = service.seed;
	const query = new URLSearchParams({ KEY: designer.server_key });
	const askedAt = Date.now() / 1000;
	const granted = await call(`${service.baseUrl}/token/user/${designer.user_id}?${query}`);
	const data = granted.body.data as Row;
	expect(granted).toMatchObject({ status: 200, body: { status: "success", version: 4 } });
	expect(Object.keys(granted.body).sort()).toEqual(["data", "status", "version"]);
	expect(data).toEqual({ uid: designer.user_id, token: expect.any(String), expiration: expect.any(Number) });
	expect(data.expiration).toBeGreaterThan(askedAt);
	expect(Number.isSafeInteger(data.expiration)).toBe(true);
	expect((await call(`${service.baseUrl}/token/user/${designer.user_id}/?${query}`)).body).toEqual(granted.body);

	const clients = [
		byKey(service, "designer"),
		new SpecClient(service, { token: String(data.token) }),
		await SpecClient.signedIn(service, designer),
	];
	for (const [path] of LISTS) {
		const [first, ...others] = await Promise.all(clients.map((client) => client.rows(path)));
		for (const rows of others) expect(rows).toEqual(first);
	}
	for (const client of clients) {
		const unknown = await client.post(`/targeting/deployments/${UNKNOWN_ID}/cancel`, { message: "no" });
		expect(answered(unknown)).toEqual(refused(404, "NotFound"));
	}
});

test("the token API, by its table of errors", async ({ service }) => {
	const { server_key, key, user_id } = service.seed.outsider;
	const ask = async (path: string, parameters: Record<string, string>) =>
		answered(await call(`${service.baseUrl}${path}?${new URLSearchParams(parameters)}`));
	const error = (status: number, message: string) => ({ status, body: { status: "error", message, version: 4 } });
	const ada = { email: "Ada+1@customer.example", first_name: "Ada", last_name: "Lovelace" };
	const valid = { KEY: server_key, ...ada };
	const { email, ...withoutEmail } = valid;

	const first = await ask("/token/user", valid);
	expect(first.status).toBe(200);
	expect(await ask("/token/user/", { ...valid, email: email.toUpperCase(), last_name: "King" })).toEqual(first);
	const { uid, token } = first.body.data as Row;
	expect(await ask(`/token/user/${uid}`, { KEY: server_key })).toEqual(first);
	// Harbour's people see their own designs, of which a new one has none.
	expect(await new SpecClient(service, { token: String(token) }).rows("/targeting/designs")).toEqual([]);

	expect(await ask("/token/user", { ...valid, color: "red" })).toEqual(error(400, "unknown parameter 'color'"));
	expect(await ask(`/token/user/${uid}`, valid)).toEqual(
		error(400, "parameter 'email' should not be used alongside a user id"),
	);
	expect(await ask("/token/user", withoutEmail)).toEqual(error(400, "missing required parameter 'email'"));
	expect(await ask("/token/user", { ...valid, first_name: " " })).toEqual(
		error(400, "missing required parameter 'first_name'"),
	);
	expect(await ask("/token/user", { ...valid, email: "ada" })).toEqual(error(400, "invalid email address"));
	for (const wrong of [
		{ ...ada },
		{ ...ada, KEY: "tsk_mistyped" },
		{ ...ada, KEY: key },
		{ ...ada, KEY: String(token) },
	]) {
		expect(await ask("/token/user", wrong)).toEqual(error(401, "invalid API key"));
	}
	expect(await ask("/token/users", valid)).toEqual(error(404, "resource not found"));
	for (const other of [UNKNOWN_ID, "ada", service.seed.designer.user_id, service.seed.operator.user_id]) {
		expect(await ask(`/token/user/${other}`, { KEY: server_key })).toEqual(error(404, "user not found"));
	}
	expect(await ask(`/token/user/${user_id}`, { KEY: server_key })).toMatchObject({ status: 200 });
});

test("a design and its deployments, through every transition", async ({ service }) => {
	const { seed } = service;
	const [east, west] = seed.targets;
	if (east === undefined || west === undefined) throw new Error("The seed has two targets of one organization.");
	const customer = byKey(service, "designer");
	const partner = await SpecClient.signedIn(service, seed.administrator);
	const name = `Alpine ${Date.now()}`;
	const first = await builtDesign(service, name);
	const [row = {}] = await customer.rows("/targeting/builds", { q: name });
	expect([row.id, row.last_build_id, row.last_build_name, row.deployments]).toEqual([first.id, first.build, name, []]);
	expect(row.builds).toHaveLength(1);
	const statusesOf = async (target = east.slug) => {
		const found: string[] = [];
		for (const status of [
			"activated",
			"deactivated",
			"requested",
			"requested_replacement",
			"out_of_date",
			"undeployed",
		]) {
			const parameters = { q: name, deployment_status: status, deployment_target: target };
			if ((await customer.rows("/targeting/builds", parameters)).length > 0) found.push(status);
		}
		return found;
	};
	const request = async (build: string, targetId: string) => {
		const message = "Monday, bitte — ☕";
		const data = dataOf(await customer.post(`/targeting/builds/${build}/request`, { targetId, message }));
		expect(faultsOf(data, DEPLOYMENT)).toEqual([]);
		return data;
	};
	const act = (client: SpecClient, id: unknown, action: string, parameters: Record<string, string> = {}) =>
		client.post(`/targeting/deployments/${id}/${action}/`, parameters);
	const gone = async (id: unknown) => {
		expect(await customer.rows("/targeting/deployments", { q: String(id) })).toEqual([]);
	};
	const empty = { status: 200, body: { version: 4, status: "OK", response: {} } };
	const activeBuilds = async () => dataOf(await customer.get(`/targeting/designs/${first.id}`)).active_builds;

	expect(await statusesOf()).toEqual(["undeployed"]);
	const withdrawn = await request(first.build, east.id);
	expect(withdrawn).toMatchObject({
		status: "requested",
		new_build: true,
		requester: seed.designer.email,
		target: east.name,
		target_id: east.id,
		design_id: first.id,
		build_id: first.build,
		filesize: row.last_build_size,
		source: null,
		sources: null,
		tags: "",
		build_org: seed.designer.org_slug,
		build_org_id: seed.designer.org_id,
		sets: [{ set_id: expect.any(String), set_name: "Zürich café", targeting_code: "ZRH" }],
	});
	expect(await statusesOf()).toEqual(["requested"]);
	const twice = await customer.post(`/targeting/builds/${first.build}/request`, { targetId: east.id });
	expect(answered(twice)).toEqual(refused(409, "InvalidState"));
	expect(answered(await act(partner, withdrawn.id, "deactivate"))).toEqual(refused(409, "InvalidState"));

	expect(answered(await act(customer, withdrawn.id, "cancel", { message: "too early" }))).toEqual(empty);
	await gone(withdrawn.id);
	expect(answered(await act(customer, withdrawn.id, "cancel"))).toMatchObject({ status: 409 });
	expect(answered(await act(partner, withdrawn.id, "activate"))).toEqual(refused(409, "InvalidState"));
	expect(await statusesOf()).toEqual(["undeployed"]);

	const rejected = await request(first.build, east.id);
	expect(rejected.id).not.toBe(withdrawn.id);
	expect(answered(await act(partner, rejected.id, "reject"))).toEqual(empty);
	await gone(rejected.id);
	expect(answered(await act(partner, rejected.id, "reject"))).toEqual(refused(409, "InvalidState"));
	const live = dataOf(await act(partner, rejected.id, "activate"));
	expect([faultsOf(live, DEPLOYMENT), live.status, live.deployer]).toEqual([[], "activated", seed.administrator.email]);
	expect(live.approved_at).toBe(live.updated_at);
	expect(await statusesOf()).toEqual(["activated"]);
	expect(await statusesOf(east.org_slug)).toEqual(["activated"]);
	expect(await activeBuilds()).toBe(1);
	for (const action of ["activate", "reject"]) {
		expect(answered(await act(partner, live.id, action))).toEqual(refused(409, "InvalidState"));
	}
	expect(answered(await act(customer, live.id, "cancel"))).toEqual(refused(409, "InvalidState"));

	const second = await build(service, first.id);
	const [refreshed = {}] = await customer.rows("/targeting/builds", { q: name });
	expect([refreshed.last_build_id, (refreshed.builds as Row[]).length]).toEqual([second, 2]);
	expect(await statusesOf()).toEqual(["activated", "out_of_date"]);
	const replacement = await request(second, east.id);
	expect(replacement.new_build).toBe(false);
	expect(await statusesOf()).toEqual(["activated", "requested", "requested_replacement", "out_of_date"]);
	const elsewhere = dataOf(await act(byKey(service, "operator"), (await request(second, west.id)).id, "activate"));
	expect(elsewhere).toMatchObject({ status: "activated", deployer: seed.operator.email, target_id: west.id });
	expect(await activeBuilds()).toBe(2);
	expect(dataOf(await act(partner, replacement.id, "activate")).status).toBe("activated");
	expect(await activeBuilds()).toBe(1);
	const [replaced = {}] = await customer.rows("/targeting/deployments", { q: String(live.id) });
	expect([replaced.status, replaced.approved_at]).toEqual(["deactivated", live.approved_at]);
	expect(await statusesOf()).toEqual(["activated", "deactivated"]);

	const again = dataOf(await act(byKey(service, "operator"), live.id, "activate"));
	expect([again.approved_at, again.deployer]).toEqual([live.approved_at, seed.administrator.email]);
	expect(String(again.updated_at) > String(live.updated_at)).toBe(true);
	expect(dataOf(await act(partner, live.id, "deactivate")).status).toBe("deactivated");
	expect(answered(await act(partner, live.id, "deactivate"))).toEqual(refused(409, "InvalidState"));

	for (const [given, kept] of [
		["eu, premium ,eu,, ", "eu,premium"],
		["Ünï", "Ünï"],
		["", ""],
	] as const) {
		const tagged = dataOf(await act(partner, live.id, "tag", { tags: given }));
		expect([faultsOf(tagged, DEPLOYMENT), tagged.tags, tagged.status]).toEqual([[], kept, "deactivated"]);
	}
	expect(answered(await act(partner, live.id, "tag"))).toEqual(refused(400, "InvalidArgument"));

	for (const id of [live.id, replacement.id, elsewhere.id, withdrawn.id]) {
		expect(answered(await act(partner, id, "delete"))).toEqual(empty);
		await gone(id);
		expect(answered(await act(partner, id, "delete"))).toEqual(refused(404, "NotFound"));
	}
	expect([await statusesOf(), await activeBuilds()]).toEqual([["undeployed"], 0]);
	expect((await request(first.build, east.id)).new_build).toBe(true);
});

test("what a caller does not see is not there, what they may not do is forbidden, and neither changes anything", async ({
	service,
}) => {
	const { seed } = service;
	const [target] = seed.targets;
	const name = `Fjord ${Date.now()}`;
	const { id, build: buildId } = await builtDesign(service, name);
	const customer = byKey(service, "designer");
	const form = { targetId: target?.id ?? "" };
	const deployment = dataOf(await customer.post(`/targeting/builds/${buildId}/request`, form));
	const look = async () => [
		await customer.rows("/targeting/designs", { q: name }),
		await customer.rows("/targeting/builds", { q: name }),
		await customer.rows("/targeting/deployments", { q: name }),
	];
	const before = await look();
	const actions: readonly (readonly [path: string, parameters: Record<string, string>])[] = [
		[`/targeting/designs/${id}/request`, { reason: "mine" }],
		[`/targeting/builds/${buildId}/request`, { targetId: seed.targets[1]?.id ?? "" }],
		[`/targeting/deployments/${deployment.id}/cancel`, {}],
		...["reject", "activate", "deactivate", "delete"].map(
			(action) => [`/targeting/deployments/${deployment.id}/${action}`, {}] as const,
		),
		[`/targeting/deployments/${deployment.id}/tag`, { tags: "mine" }],
	];
	/** Status of each action in turn; null where it is allowed, and not tried. */
	const expected: Record<string, (number | null)[]> = {
		designer: [null, null, null, 403, 403, 403, 403, 403],
		colleague: [403, null, 403, 403, 403, 403, 403, 403],
		outsider: [404, 404, 404, 404, 404, 404, 404, 404],
		administrator: [403, 403, 403, null, null, null, null, null],
		other_administrator: [404, 404, 404, 404, 404, 404, 404, 404],
	};
	for (const [person, statuses] of Object.entries(expected)) {
		const client = byKey(service, person as Person);
		const found: (number | null)[] = [];
		for (const [index, [path, parameters]] of actions.entries()) {
			if (statuses[index] === null) found.push(null);
			else {
				const answer = await client.post(path, parameters);
				expect(answer.body.error_type).toBe(answer.status === 403 ? "Forbidden" : "NotFound");
				found.push(answer.status);
			}
		}
		expect([person, found]).toEqual([person, statuses]);
		const design = await client.get(`/targeting/designs/${id}`);
		expect([person, design.status]).toEqual([person, statuses[0] === 404 ? 404 : 200]);
	}
	expect(await look()).toEqual(before);

	const outsider = byKey(service, "outsider");
	const hidden = await outsider.get(`/targeting/designs/${id}`);
	expect(answered(hidden)).toEqual(answered(await outsider.get(`/targeting/designs/${UNKNOWN_ID}`)));
	expect(answered(await outsider.get("/targeting/designs/1"))).toEqual(answered(hidden));
	for (const targetId of [UNKNOWN_ID, id]) {
		const answer = await customer.post(`/targeting/builds/${buildId}/request`, { targetId });
		expect(answered(answer)).toEqual(refused(404, "NotFound"));
	}
	expect(answered(await customer.post(`/targeting/builds/${buildId}/request`, { targetId: "x" }))).toEqual(
		refused(400, "InvalidArgument"),
	);
	expect(answered(await customer.post(`/targeting/builds/${id}/request`, form))).toEqual(refused(404, "NotFound"));
	expect((await customer.post(`/targeting/deployments/${deployment.id}/cancel`)).status).toBe(200);
});
