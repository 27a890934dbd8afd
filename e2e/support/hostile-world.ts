import { setTimeout as pause } from "node:timers/promises";
import { openSession } from "@/lib/processes/server/testing/sign-in";
import { hostile } from "@/lib/tools/testing/hostile-texts";
import type { RunningService } from "./service";
import { expect } from "./test";

type Json = { readonly [name: string]: Json } & { readonly length?: number };
type Method = "POST" | "PUT" | "PATCH";
/** Paths have parameters as in the OpenAPI document. */
type Path = Readonly<Record<string, string>>;

/** What the walk opens: objects whose every text is hostile. */
export interface HostileWorld {
	readonly designId: string;
	readonly audienceId: string;
	readonly targetId: string;
	readonly deploymentId: string;
	readonly webhookId: string;
	readonly setId: string;
	/** Names of the fields that were written, such as `targets name`. */
	readonly written: ReadonlySet<string>;
}

/** The resource of a path and a field of its body: the last word of the path that is no parameter. */
export const fieldOf = (path: string, field: string): string =>
	`${path.split("/").findLast((part) => part !== "" && !part.startsWith("{"))} ${field}`;

const name = (most: number) => hostile(most);
const text = () => hostile(2_000, { lines: true });
/** Of an address, only what may stand in one. */
const url = () =>
	`https://hooks.example/?${encodeURIComponent(hostile(300)).replaceAll("'", "%27")}#<svg/onload=ran()>`;
/** Without commas, which separate tags. */
const tag = () => hostile(64, { without: /,|\u202e/ });

/** Fills a service of the demo world, by its API. */
export async function fillWithHostileTexts({ baseUrl, seed }: RunningService): Promise<HostileWorld> {
	const written = new Set<string>();
	const note = (path: string, body: unknown, field = ""): void => {
		if (typeof body === "string" && /ran\(\)/.test(body)) written.add(fieldOf(path, field));
		if (typeof body !== "object" || body === null) return;
		for (const [key, value] of Object.entries(body)) note(path, value, Array.isArray(body) ? field : key);
	};
	async function send(key: string, method: Method, path: string, ids: Path, body: object | string): Promise<Json> {
		note(path, body);
		const filled = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => ids[parameter] ?? "");
		const session = key.includes("session=") ? { cookie: key, origin: baseUrl } : undefined;
		const form = path.startsWith("/targeting/") ? new URLSearchParams({ ...(body as object), KEY: key }) : undefined;
		const answer = await fetch(baseUrl + filled, {
			method,
			headers: {
				...(form === undefined && (session ?? { authorization: `Bearer ${key}` })),
				...(form === undefined && { "content-type": typeof body === "string" ? "text/csv" : "application/json" }),
			},
			body: form ?? (typeof body === "string" ? body : JSON.stringify(body)),
		});
		const answered = await answer.json();
		if (answer.status === 503) {
			// A busy service has done nothing, and says when to ask again.
			await pause(1_000 * Number(answer.headers.get("retry-after")));
			return send(key, method, path, ids, body);
		}
		expect([path, answer.ok, answered.message]).toEqual([path, true, undefined]);
		return answered.response.data;
	}
	const [operator, designer, administrator] = [seed.operator, seed.designer, seed.administrator];
	const [asOperator, asDesigner, asAdministrator] = [operator.key, designer.key, administrator.key];

	for (const { user_id, org_id } of [operator, designer, administrator]) {
		const names = { first_name: name(100), last_name: name(100) };
		await send(asOperator, "PATCH", "/api/users/{id}", { id: user_id }, names);
		await send(asOperator, "PATCH", "/api/organizations/{id}", { id: org_id }, { name: name(200) });
	}
	const { cookie } = await openSession(baseUrl, designer.email, designer.password);
	await send(cookie, "PATCH", "/api/account", {}, { first_name: name(100), last_name: name(100) });
	await send(asDesigner, "POST", "/api/keys", {}, { label: name(100), scopes: ["manage"] });
	await send(asOperator, "POST", "/api/keys", {}, { label: name(100), scopes: ["manage"] });

	const source = { slug: "hostile", name: name(200), organizations: [designer.org_slug] };
	await send(asOperator, "POST", "/api/inventory-sources", {}, source);
	const [segment, ids] = [name(200), { slug: "hostile" }];
	const visits = [1, 2, 3].map((device) => {
		const id = `${String(device).repeat(8)}-2222-4333-8444-555555555555`;
		return `${id},"${segment.replaceAll('"', '""')}",${new Date(Date.now() - 86_400_000).toISOString()}\n`;
	});
	const csv = `device_id,segment,seen_at\n${visits.join("")}`;
	await send(asOperator, "POST", "/api/inventory-sources/{slug}/imports", ids, csv);
	const pull = { url: url().split("#")[0], every_hours: 24 };
	await send(asOperator, "PUT", "/api/inventory-sources/{slug}/pull", ids, pull);

	const feature = (id: string) => ({
		type: "Feature",
		id: hostile(64),
		properties: { name: name(200), radius: 500, [name(60)]: name(200), id },
		geometry: { type: "Point", coordinates: [-120, -20] },
	});
	const category = await send(asOperator, "POST", "/api/place-categories", {}, { name: name(100), sensitive: true });
	const places = { type: "FeatureCollection", features: [feature("place")] };
	await send(asOperator, "PUT", "/api/place-categories/{id}/places", { id: String(category.id) }, places);

	await send(asOperator, "POST", "/api/basemap/regions/fetch", {}, { name: name(100), url: url().split("#")[0] });
	// Of those that are told by `ran()`, as each field is written once.
	const heading = () => hostile(60, { without: /evil|<!--|\u202e/ });
	const columns = { name: heading(), latitude: heading(), longitude: heading(), radius: heading() };
	const ignored = [heading()];
	const table = { ...columns, headings: [...Object.values(columns), ...ignored], ignored };
	for (const choice of [table, { coordinates: heading() }, { wkt: heading() }]) {
		await send(asDesigner, "POST", "/api/geofence-columns", {}, choice);
	}
	const poi = { category: heading(), brand: heading(), region: heading(), locality: heading() };
	const shops = ["shop", heading()].map((id) => ({ ...feature(id), id, properties: { name: name(60), ...poi } }));
	const lines = shops.map((shop) => `${JSON.stringify(shop)}\n`).join("");
	await send(asOperator, "POST", "/api/poi-releases", {}, lines);

	const target = await send(
		asAdministrator,
		"POST",
		"/api/targets",
		{},
		{
			name: name(200),
			slug: "hostile-servers",
			accepted_organizations: [designer.org_slug],
		},
	);
	const targetId = String(target.id);
	const at = { target_id: targetId };
	const agent = await send(asAdministrator, "POST", "/api/targets/{target_id}/agent-keys", at, { label: name(100) });
	await send(asAdministrator, "POST", "/api/targets/{target_id}/rules", at, { name: name(100), conditions: {} });
	const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
	const freeze = { starts_at: soon(48), ends_at: soon(72), reason: name(200) };
	await send(asAdministrator, "POST", "/api/targets/{target_id}/freezes", at, freeze);
	const webhook = await send(
		asAdministrator,
		"POST",
		"/api/webhooks",
		{},
		{
			url: url(),
			description: name(200),
			enabled: false,
		},
	);

	const sets = [{ set_name: name(200), targeting_code: tag(), geofences: { ...places, features: [feature("set")] } }];
	const design = await send(asDesigner, "POST", "/api/designs", {}, { name: name(200), type: "proximity", sets });
	const [designId, setId] = [String(design.id), String(design.set_ids?.["0"])];
	const picked = { set_name: name(200), targeting_code: tag() };
	const pickedDesign = await send(
		asDesigner,
		"POST",
		"/api/designs",
		{},
		{ name: name(200), type: "proximity", sets: [picked] },
	);
	const ofPicked = { design_id: String(pickedDesign.id), set_id: String(pickedDesign.set_ids?.["0"]) };
	const { category: kind, brand, ...area } = poi;
	const query = { choices: [{ category: kind, brand, radius: 100 }], area, left_out: [String(shops[1]?.id)] };
	await send(asDesigner, "PUT", "/api/designs/{design_id}/sets/{set_id}/points-of-interest", ofPicked, query);
	const audience = { sources: ["hostile"], where: { segment } };
	const audienceSets = [{ set_name: name(200), targeting_code: tag(), audience }];
	const other = { name: name(200), type: "audience", sets: audienceSets };
	const audienceDesign = await send(asDesigner, "POST", "/api/designs", {}, other);
	const own = { design_id: designId };
	await send(asDesigner, "PUT", "/api/designs/{design_id}/visibility", own, { tags: [tag()] });
	await send(asDesigner, "POST", "/api/designs/{design_id}/duplicate", own, { name: name(200) });
	for (const page of ["/designs", "/deployments", "/approvals", "/audit"]) {
		const view = { page, name: name(100), query: "", shared: true };
		await send(asDesigner, "POST", "/api/views", {}, view);
		await send(asOperator, "POST", "/api/views", {}, view);
	}

	await send(asDesigner, "POST", "/targeting/designs/{design_id}/request", own, { reason: text() });
	const bearer = { headers: { authorization: `Bearer ${asDesigner}` } };
	const newest = async () =>
		(await (await fetch(`${baseUrl}/api/designs/${designId}/builds`, bearer)).json()).response.data[0];
	await expect.poll(async () => (await newest())?.status, { intervals: [100] }).toBe("done");
	const of = { build_id: String((await newest()).id) };
	const request = async (on = targetId) => {
		const form = { targetId: on, message: text() };
		const { id } = await send(asDesigner, "POST", "/targeting/builds/{build_id}/request", of, form);
		return { deployment_id: String(id) };
	};
	const rejected = await request();
	const comment = { text: text(), question: true };
	await send(asAdministrator, "POST", "/api/deployments/{deployment_id}/comments", rejected, comment);
	await send(asAdministrator, "POST", "/targeting/deployments/{deployment_id}/reject", rejected, { message: text() });
	const canceled = await request();
	await send(asDesigner, "POST", "/targeting/deployments/{deployment_id}/cancel", canceled, { message: text() });
	const live = await request();
	await send(asAdministrator, "POST", "/targeting/deployments/{deployment_id}/activate", live, { message: text() });
	await send(asAdministrator, "POST", "/targeting/deployments/{deployment_id}/tag", live, {
		tags: `${tag()},${tag()}`,
	});
	const again = await request(seed.targets.find(({ org_slug }) => org_slug === administrator.org_slug)?.id);
	const items = [{ id: again.deployment_id }];
	await send(asAdministrator, "POST", "/api/deployments/bulk", {}, { action: "tag", items, tags: [tag()] });
	await send(asAdministrator, "POST", "/api/deployments/{deployment_id}/comments", again, comment);
	await send(
		String(agent.key),
		"POST",
		"/api/agent/report",
		{},
		{
			instance_id: "hostile",
			version: name(50),
			tags: [tag()],
			memory_used: 1,
			memory_limit: 1_000_000,
			deployments: [{ ...live, digest: null, state: "failed", error: text() }],
			opt_outs: { digest: null, error: text() },
		},
	);
	return {
		designId,
		audienceId: String(audienceDesign.id),
		setId,
		targetId,
		deploymentId: live.deployment_id,
		webhookId: String(webhook.id),
		written,
	};
}
