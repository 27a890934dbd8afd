import { PHARMACIES, poiLines, TEST_POIS } from "../pois";
import { streetsArchive } from "../streets";
import { point, slug, targetingFile, visits } from "../write-preparations";
import { ROUTE_ROWS, routeOf } from "./route-rows";
import type { AccessCall } from "./send";

/** A call whose answer shows the right, not a wrong parameter: done, a state (409), or as `done` says. */
export interface RightCall extends AccessCall {
	/** Further statuses of a call that is allowed. */
	readonly done?: readonly number[];
}

type Ids = Readonly<Record<string, string>>;

const features = { type: "FeatureCollection", features: [point] };
const lines = { body: `${JSON.stringify(point)}\n`, headers: { "content-type": "application/geo+json-seq" } };
const ids = { body: "11111111-2222-4333-8444-555555555555", headers: { "content-type": "text/plain" } };
const hook = { url: "https://hooks.example.com/other" };

/** What the rows send besides ids in their path; nothing where nothing stands here. */
function callsOf(world: Ids, file: Uint8Array<ArrayBuffer>, tomorrow: string): Record<string, RightCall> {
	const decided = { params: { deployment_id: world.decided_id ?? "" } };
	const items = [{ id: world.deployment_id ?? "" }];
	const bulk = (action: string, more: object = {}) => ({ json: { action, items, ...more } });
	const own = { id: crypto.randomUUID() };
	return {
		"GET /targeting/designs": {},
		"POST /targeting/designs/[design_id]/request": { form: { reason: "own" } },
		"POST /targeting/builds/[build_id]/request": { form: { targetId: world.target_id ?? "" } },
		"POST /targeting/deployments/[deployment_id]/tag": { form: { tags: "own" } },
		"POST /targeting/deployments/[deployment_id]/deactivate": { form: {}, ...decided },
		"POST /api/designs": { json: { name: "Own", type: "proximity", sets: [{ set_name: "A", geofences: features }] } },
		"PATCH /api/designs/[design_id]": { json: { name: "Own words" } },
		"PATCH /api/designs/[design_id] (price)": { json: { price_cpm: { base: "0.5" } } },
		"PATCH /api/designs/[design_id] (owner)": { json: { owner_id: world.user_id } },
		"PUT /api/designs/[design_id]/automation": { json: { rebuild_on_data: false } },
		"PUT /api/designs/[design_id]/collaborators": { json: { collaborators: [] } },
		"POST /api/designs/[design_id]/estimate (unsaved)": {
			json: { sets: [{ set_name: "A", geofences: { count: 1 } }] },
		},
		"PUT /api/designs/[design_id]/external-build": {
			body: file,
			headers: { "content-type": "application/octet-stream" },
		},
		"PUT /api/designs/[design_id]/sets/[set_id]/geofences": lines,
		"PUT /api/designs/[design_id]/sets/[set_id]/points-of-interest": { json: PHARMACIES },
		"DELETE /api/designs/[design_id]/sets/[set_id]/points-of-interest": { done: [409] },
		"PUT /api/designs/[design_id]/sets/[set_id]/pull": {
			json: { url: "https://data.example/stores.csv", every_hours: 12 },
		},
		"POST /api/designs/[design_id]/test": { json: { latitude: 52, longitude: 13 } },
		"PUT /api/designs/[design_id]/visibility": { json: { tags: ["own"] } },
		"POST /api/builds/[build_id]/reject": { json: { reason: "own" } },
		"POST /api/deployments/[deployment_id]/comments": { json: { text: "own" } },
		"POST /api/deployments/[deployment_id]/comments (question)": { json: { text: "own", question: true } },
		"PUT /api/deployments/[deployment_id]/schedule": { json: { activate_at: tomorrow } },
		"POST /api/deployments/[deployment_id]/undo": { json: {}, ...decided },
		"POST /api/deployments/bulk (activate)": bulk("activate"),
		"POST /api/deployments/bulk (reject)": bulk("reject"),
		"POST /api/deployments/bulk (deactivate)": bulk("deactivate"),
		"POST /api/deployments/bulk (delete)": bulk("delete"),
		"POST /api/deployments/bulk (tag)": bulk("tag", { tags: ["own"] }),
		"POST /api/deployments/bulk (undo)": { json: { action: "undo", items: [{ id: world.decided_id }] } },
		"POST /api/deployments/bulk/preview": { json: { ids: [world.deployment_id] } },
		"GET /api/directory": { query: { q: "own" } },
		"GET /api/basemap/file": { done: [404] },
		"POST /api/basemap/regions": {
			body: new Uint8Array(streetsArchive()),
			headers: { "content-type": "application/octet-stream" },
		},
		"POST /api/basemap/regions/fetch": { json: { name: "Berlin", url: "https://data.example/berlin.pmtiles" } },
		"GET /api/places": { query: { q: "berlin" } },
		"GET /api/places/near": { query: { points: "52.52,13.40" } },
		"GET /api/points-of-interest": { query: { query: JSON.stringify(PHARMACIES) } },
		"GET /api/points-of-interest/map": { query: { query: JSON.stringify(PHARMACIES) } },
		"GET /api/points-of-interest/terms": { query: { kinds: "brand" } },
		"POST /api/poi-releases": {
			query: { name: "Own" },
			body: poiLines(TEST_POIS),
			headers: { "content-type": "text/plain" },
		},
		"POST /api/inbox/read": { json: { until: "1" } },
		"POST /api/overview/dismissals": { json: { kind: "build", object_id: crypto.randomUUID() } },
		"POST /api/views": { json: { page: "/designs", name: slug(), query: "" } },
		"PATCH /api/views/[view_id]": { json: { query: "q=own" } },
		"PATCH /api/views/[view_id] (private)": {
			json: { query: "q=own" },
			params: { view_id: world.private_view_id ?? "" },
		},
		"DELETE /api/views/[view_id] (private)": { params: { view_id: world.private_view_id ?? "" } },
		"POST /api/geofence-columns": { json: { coordinates: "Wo" } },
		"POST /api/conversions": {
			body: "latitude,longitude\n52,13\n",
			headers: { "content-type": "text/csv" },
			done: [400],
		},
		"POST /api/places/addresses": { json: { addresses: ["Alexanderplatz 1, Berlin"] }, done: [409] },
		"POST /api/sensitive-places": { json: { geofences: features } },
		"POST /api/targets": { json: { slug: slug(), name: "Own" } },
		"PATCH /api/targets/[target_id]": { json: { name: "Own words" } },
		"POST /api/targets/[target_id]/freezes": { json: { ends_at: tomorrow, reason: "own" } },
		"POST /api/targets/[target_id]/rules": { json: { name: "Own", conditions: {} } },
		"PATCH /api/targets/[target_id]/rules/[rule_id]": { json: { mode: "active" } },
		"POST /api/targets/[target_id]/agent-keys": { json: { label: "own" } },
		"DELETE /api/targets/[target_id]/agent-keys/[key_id]": { params: { key_id: world.agent_key_id ?? "" } },
		"POST /api/inventory-sources": { json: { slug: slug(), name: "Own" } },
		"POST /api/organizations": { json: { slug: slug(), name: "Own" } },
		"POST /api/place-categories": { json: { name: slug() } },
		"PATCH /api/inventory-sources/[inventory_source_slug]": { json: { name: "Own words" } },
		"POST /api/inventory-sources/[inventory_source_slug]/imports": {
			body: visits,
			headers: { "content-type": "text/csv" },
		},
		"PUT /api/inventory-sources/[inventory_source_slug]/pull": {
			json: { url: "https://data.example/visits.csv", every_hours: 12 },
		},
		"PATCH /api/place-categories/[category_id]": { json: { sensitive: true } },
		"PUT /api/place-categories/[category_id]/places": lines,
		"POST /api/state": { json: { state: { version: 1 } } },
		"PUT /api/opt-outs": ids,
		"POST /api/opt-outs": ids,
		"DELETE /api/opt-outs": { ...ids, done: [400] },
		"POST /api/opt-outs/confirmation": { done: [409] },
		"POST /api/device-erasures": ids,
		"POST /api/keys": { json: { label: "own", scopes: ["manage"] } },
		"POST /api/keys/[key_id]/regenerate": { json: { grace_seconds: 60 } },
		"POST /api/users": { json: { email: `${slug()}@own.example`, first_name: "A", last_name: "B", role: "designer" } },
		"PATCH /api/users/[user_id]": { json: { first_name: "Own" } },
		"POST /api/users/[user_id]/erasure": { json: { email: world.colleague_email } },
		"PATCH /api/organizations/[organization_id]": { json: { name: "Own words" } },
		"PATCH /api/organizations/[organization_id] (price)": { json: { price_cpm: { proximity: "0.5" } } },
		"PATCH /api/account": { json: { first_name: "Own" } },
		"POST /api/account/password": {
			json: { old_password: "wrong words", password: "other words in a row" },
			done: [400],
		},
		"PUT /api/account/guide": { json: { guide: "gone" } },
		"DELETE /api/account/sessions/[session_id]": { done: [404] },
		"PATCH /api/account/passkeys/[passkey_id]": { json: { name: "Own" }, done: [404] },
		"DELETE /api/account/passkeys/[passkey_id]": { done: [404] },
		"POST /api/account/confirm": { json: { password: "wrong words" }, done: [400] },
		"DELETE /api/account/totp": { done: [404] },
		"POST /api/account/totp/confirm": { json: { code: "123456" }, done: [400] },
		"POST /api/account/passkeys": { json: { name: "Own", response: attestation(own.id) }, done: [400] },
		"PATCH /api/account/notifications": { json: { digest_time: "07:30" } },
		"POST /api/webhooks": { json: hook },
		"PATCH /api/webhooks/[webhook_id]": { json: { description: "Own words" } },
		"POST /api/webhooks/[webhook_id]/replay": { json: { since: "2026-01-05T08:00:00Z" } },
		"GET /api/unsubscribe": { query: { token: "own" }, done: [303] },
		"POST /api/unsubscribe": { query: { token: "own" }, done: [404] },
		"POST /api/sign-in-links": { json: { email: "own@acme.example" } },
		"POST /api/sign-in-links/redeem": { json: { secret: "own", password: "other words in a row" }, done: [404] },
		"POST /api/passkey-sign-in": { json: { email: "own@acme.example" } },
	};
}

/** What an authenticator could answer, for a challenge that nobody sent. */
function attestation(id: string): object {
	const response = { clientDataJSON: "e30", attestationObject: "oA" };
	return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
}

/** The calls of all rows: ids in paths are those of the world, and POSTs without more have an empty body. */
export async function rightCalls(world: Ids, tomorrow: string): Promise<ReadonlyMap<string, RightCall>> {
	const calls = callsOf(world, new Uint8Array(await targetingFile()), tomorrow);
	return new Map(
		ROUTE_ROWS.map(([row, door]) => {
			const needsBody = /^(POST|PUT|PATCH)/.test(row) && !/pull\/run$|unsubscribe$/.test(routeOf(row));
			const empty = door === "management POST" ? { form: {} } : needsBody && !calls[row]?.body ? { json: {} } : {};
			const call = { ...empty, ...calls[row] };
			return [row, { ...call, params: { ...world, ...call.params } }] as const;
		}),
	);
}
