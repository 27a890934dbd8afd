import type { Row } from "./spec-client";

/** Whether a value is what the contract's table says of its field. */
type Check = (value: unknown, row: Row) => boolean;
export type Shape = Readonly<Record<string, Check>>;

const text: Check = (value) => typeof value === "string" && value.length > 0;
const words: Check = (value) => typeof value === "string";
const truth: Check = (value) => typeof value === "boolean";
const count: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const guid: Check = (value) => typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
const email: Check = (value) => typeof value === "string" && /^\S+@\S+$/.test(value);
/** ISO 8601 UTC with exactly three decimals, and a moment that there is. */
const time: Check = (value) =>
	typeof value === "string" &&
	/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) &&
	new Date(value).toISOString() === value;
const oneOf =
	(...values: string[]): Check =>
	(value) =>
		values.includes(String(value));
const orNull =
	(check: Check): Check =>
	(value, row) =>
		value === null || check(value, row);
const listOf =
	(check: Check): Check =>
	(value, row) =>
		Array.isArray(value) && value.every((item) => check(item, row));
const object =
	(shape: Shape): Check =>
	(value) =>
		typeof value === "object" && value !== null && faultsOf(value as Row, shape).length === 0;
const price = orNull(object({ base: (value) => typeof value === "string" && /^\d+(\.\d+)?$/.test(value) }));
const type = oneOf("proximity", "audience");
const listed = oneOf("activated", "deactivated", "requested");
const isAudience = (row: Row) => row.type === "audience";
const slugs = listOf(text);
/** Null for proximity; for audience the first of the sources beside it, which are never none. */
const firstSource =
	(sources: string): Check =>
	(value, row) =>
		isAudience(row) ? text(value, row) && value === (row[sources] as string[])[0] : value === null;
const onlyForAudience =
	(check: Check): Check =>
	(value, row) =>
		isAudience(row) ? check(value, row) : value === null;
const sets = listOf(object({ set_id: guid, set_name: text, targeting_code: text }));

/** docs/contract.md, Design. */
export const DESIGN: Shape = {
	id: guid,
	name: text,
	type,
	status: oneOf("in_design", "requested", "rejected", "building", "failed", "built"),
	created_at: time,
	updated_at: (value, row) => time(value, row) && String(value) >= String(row.created_at),
	external_build: truth,
	design_size: count,
	most_recent_build: orNull(guid),
	owner_id: guid,
	owner_org_id: guid,
	owner_name: email,
	price_cpm: price,
	active_builds: count,
	is_shared_to_current_user: truth,
	is_shared_to_current_org: truth,
	sets,
	set_ids: (value, row) => JSON.stringify(value) === JSON.stringify((row.sets as Row[]).map(({ set_id }) => set_id)),
	collaborators: listOf(
		object({ type: oneOf("user", "org"), id: guid, label: text, permissions: object({ view: truth, edit: truth }) }),
	),
};

/** docs/contract.md, Build; the inventory fields of audience builds alone. */
const BUILD: Shape = {
	id: guid,
	name: text,
	status: oneOf("DONE"),
	size: count,
	requested_at: time,
	build_date: (value, row) => time(value, row) && String(value) >= String(row.requested_at),
	builder: email,
	price_cpm: price,
};
const AUDIENCE_BUILD: Shape = {
	...BUILD,
	source: (value, row) => value === (row.sources as string[])[0],
	sources: slugs,
	audience_index_version: time,
};

/** docs/contract.md, Build: a row of List Builds. */
export const BUILD_LIST_ROW: Shape = {
	id: guid,
	type,
	name: text,
	owner: email,
	builds: (value, row) => listOf(object(isAudience(row) ? AUDIENCE_BUILD : BUILD))(value, row),
	deployments: listOf(object({ id: guid, target: text, target_id: guid, status: listed, build_id: guid })),
	last_build_id: (value, row) => guid(value, row) && (row.builds as Row[]).some(({ id }) => id === value),
	last_build_name: text,
	last_build_builder: email,
	last_build_date: time,
	last_build_source: firstSource("last_build_sources"),
	last_build_sources: onlyForAudience(slugs),
	last_build_size: count,
	last_build_audience_index_version: onlyForAudience(time),
};

const wasApproved = (row: Row) => row.status !== "requested";

/** docs/contract.md, Deployment. */
export const DEPLOYMENT: Shape = {
	id: guid,
	status: listed,
	type,
	design_id: guid,
	build_id: guid,
	design_name: text,
	build_name: text,
	filesize: count,
	source: firstSource("sources"),
	sources: onlyForAudience(slugs),
	price_cpm: price,
	build_org: (value) => typeof value === "string" && /^[a-z0-9-]+$/.test(value),
	build_org_id: guid,
	builder: email,
	requester: email,
	deployer: (value, row) => (wasApproved(row) ? email(value, row) : value === null),
	build_date: time,
	updated_at: time,
	approved_at: (value, row) => (wasApproved(row) ? time(value, row) : value === null),
	new_build: truth,
	tags: words,
	target: text,
	target_id: guid,
	sets,
};

/** The fields of a row that are absent, unknown or not what the table says. */
export function faultsOf(row: Row, shape: Shape): string[] {
	const unknown = Object.keys(row).filter((name) => !Object.hasOwn(shape, name));
	const wrong = Object.entries(shape).filter(([name, check]) => !Object.hasOwn(row, name) || !check(row[name], row));
	return [
		...unknown.map((name) => `unknown ${name}`),
		...wrong.map(([name]) => `${name}: ${JSON.stringify(row[name])}`),
	];
}
