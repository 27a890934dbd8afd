import { expect, test } from "vitest";
import { entriesOf } from "./entries-of";
import type { Fields } from "./fields";
import { planState } from "./plan-state";

const NOW = new Date("2026-01-05T09:00:00Z");
const ENDED = "2026-01-01T00:00:00Z";
const service: Fields = {
	organizations: [{ id: "o1", slug: "acme", name: "Acme", price_cpm: { proximity: "0.45", audience: null } }],
	people: [
		{
			...{ id: "p1", access: "granted", email: "dana@acme.example", organization: "acme", role: "designer" },
			keys: [
				{ id: "k1", label: "Export", scopes: ["manage"], allowed_addresses: [], expires_at: null },
				{ id: "k2", label: "Twice", scopes: ["manage"], allowed_addresses: [], expires_at: null },
				{ id: "k3", label: "Twice", scopes: ["manage"], allowed_addresses: [], expires_at: null },
			],
		},
		{ id: "p2", access: "disabled", email: "gone@acme.example", organization: "acme", role: "designer", keys: [] },
	],
	targets: [
		{
			...{ id: "t1", slug: "north", organization: "acme", name: "North", accepted_organizations: ["acme"] },
			freezes: [],
			rules: [{ id: "r1", name: "Refreshes", mode: "active", conditions: { daily_limit: null, time_zone: "UTC" } }],
			agent_keys: [{ id: "a1", label: "Frankfurt" }],
		},
	],
	place_categories: [],
	inventory_sources: [
		{
			...{ id: "i1", slug: "visits", name: "Visits", organizations: [], keep_days: 30 },
			pull: {
				...{
					id: "u1",
					url: "https://data.example/visits.csv?key=s3cr3t",
					mode: "append",
					every_hours: 12,
					daily_at: null,
				},
				...{ time_zone: null, header: { field: "Authorization", value: "Bearer s3cr3t" }, s3_keys: null },
			},
		},
	],
	webhooks: [
		{ id: "w1", description: "", organization: null, url: "https://hooks.example/s3cr3t", format: "json", events: [] },
	],
};

const plan = (wanted: Fields, keyId: string | null = null, userId = "none") =>
	planState(entriesOf(wanted, NOW), entriesOf(service, NOW), { keyId, userId });
/** Action, name and fields of each change. */
const changesOf = (wanted: Fields, ownKey?: string) =>
	plan(wanted, ownKey).changes.map(
		({ action, entry, differences }) =>
			`${action} ${entry.kind} ${entry.name}: ${differences.map(({ field }) => field)}`,
	);
const problemsOf = (wanted: Fields) => plan(wanted).problems.map(({ path, message }) => `${path}: ${message}`);
const person = (more: Fields = {}) => ({ email: "Dana@acme.example", organization: "acme", ...more });
const target = (more: Fields = {}) => ({ slug: "north", organization: "acme", name: "North", ...more });

test("the service's own state changes nothing, in whatever form values are written", () => {
	expect(plan(service)).toEqual({ changes: [], unlisted: [], problems: [] });
	const same = {
		organizations: [{ slug: "acme", name: " Acme ", price_cpm: { proximity: "0.4500" } }],
		people: [person()],
		webhooks: [{ description: " ", organization: null, url: { env: "HOOK" } }],
		inventory_sources: [
			{
				...{ slug: "visits", name: "Visits" },
				pull: { url: { env: "URL" }, every_hours: 12, header: { field: "Authorization", value: { env: "HEADER" } } },
			},
		],
		targets: [
			target({
				accepted_organizations: ["acme", "acme"],
				freezes: [{ starts_at: ENDED, ends_at: ENDED, reason: "x" }],
			}),
		],
	};
	expect(plan(same)).toEqual({ changes: [], unlisted: [], problems: [] });
});

test("what differs is named field by field, and what is absent stays", () => {
	expect(
		changesOf({
			organizations: [
				{ slug: "acme", name: "Acme Coffee", price_cpm: { audience: "1.5" } },
				{ slug: "rival", name: "Rival" },
			],
			targets: [
				target({
					rules: [{ name: "Refreshes", conditions: { daily_limit: 5, time_zone: "UTC" } }],
					freezes: [{ starts_at: "2026-02-01T01:00:00+01:00", ends_at: "2026-02-02T00:00:00Z", reason: "x" }],
				}),
			],
			webhooks: [{ description: "", organization: null, url: "https://hooks.example/other" }],
			place_categories: [{ name: "Schools", sensitive: true }],
		}),
	).toEqual([
		"change organization acme: name,price_cpm.audience",
		"create organization rival: name",
		"create freeze x: ",
		"change rule Refreshes: conditions.daily_limit",
		"create place_category Schools: sensitive",
		"change webhook (unnamed): url",
	]);
});

test("a given list is the whole of it: what it lacks is removed, or stays where nothing deletes it", () => {
	const lacking = plan({ organizations: [], people: [person({ keys: [] })], targets: [target({ rules: [] })] });
	expect(lacking.changes.map(({ action, entry }) => `${action} ${entry.kind} ${entry.name}`)).toEqual([
		"remove key Export",
		"remove key Twice",
		"remove key Twice",
		"remove rule Refreshes",
	]);
	expect(lacking.unlisted.map(({ name }) => name)).toEqual(["acme"]);
	// Keys of a person who is removed go with them; who is disabled already is not removed again.
	expect(changesOf({ people: [] })).toEqual([expect.stringMatching(/^remove person dana@acme.example/)]);
	expect(changesOf({ inventory_sources: [{ slug: "visits", name: "Visits", pull: null }] })).toEqual([
		expect.stringMatching(/^remove pull pull/),
	]);
	// Nor do callers take away themselves, or their key.
	expect(changesOf({ people: [person({ keys: [] })] }, "k1")).toHaveLength(2);
	expect(plan({ people: [] }, null, "p1")).toMatchObject({ changes: [], unlisted: [{ name: "dana@acme.example" }] });
});

test("a key with other rights is another key, and who was disabled is let in again", () => {
	const twice = { label: "Twice", scopes: ["manage"] };
	const keys = [{ label: "Export", scopes: ["manage", "tokens"] }, twice, twice];
	expect(changesOf({ people: [person({ keys })] })).toEqual(["replace key Export: scopes"]);
	const back = { email: "gone@acme.example", organization: "acme" };
	expect(changesOf({ people: [person(), back] })).toEqual(["change person gone@acme.example: access"]);
});

test("ambiguities, unknown names, duplicates and missing secrets are refused with their place", () => {
	expect(
		problemsOf({
			organizations: [
				{ slug: "acme", name: "Acme" },
				{ slug: "acme", name: "Acme" },
			],
			people: [
				person({ keys: [{ label: "Twice", scopes: ["manage"] }] }),
				{ email: "new@nobody.example", organization: "nobody" },
			],
			targets: [
				target({ organization: "rival", rules: [{ name: "New", conditions: { organizations: ["acme", "nobody"] } }] }),
			],
			inventory_sources: [
				{
					slug: "new",
					name: "New",
					pull: { url: "https://data.example/v", header: { field: "A", value: { env: "TOKEN" } } },
				},
			],
			webhooks: [{ description: "New", organization: null, url: { env: "HOOK" }, targets: ["south"] }],
		}).sort(),
	).toEqual([
		"inventory_sources[0].pull.header.value: the service has no value, and the variable TOKEN was not set",
		"organizations[1]: names the organization 'acme' again, which stands at organizations[0]",
		"people[0].keys[0].label: the service has 2 times the key 'Twice', and the state 1 times: give each a label of its own",
		"people[1].organization: there is no organization 'nobody' in the state or the service",
		"targets[0].organization: is 'acme' and cannot be changed to 'rival'",
		"targets[0].organization: there is no organization 'rival' in the state or the service",
		"targets[0].rules[0].conditions.organizations[1]: there is no organization 'nobody' in the state or the service",
		"webhooks[0].targets[0]: there is no target 'south' in the state or the service",
		"webhooks[0].url: the service has no value, and the variable HOOK was not set",
	]);
});
