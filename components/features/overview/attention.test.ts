import { describe, expect, test } from "vitest";
import type { Overview } from "@/lib/contract/overview";
import { attentionItems, attentionRest, attentionSummary } from "./attention";

const ID = "00000000-0000-4000-8000-000000000001";
const AT = "2026-11-25T12:00:00.000Z";
const none = { total: 0, link: "/none", rows: [] };
type Parts = { [Part in keyof Overview]?: Partial<Overview[Part]> };

const overview = ({ waiting, failed, ...over }: Parts = {}): Overview => ({
	disks: [],
	unlisted_proxies: [],
	figures: null,
	stages: null,
	waiting: { to_decide: none, to_decide_by_target: [], my_requests: none, builds: none, ...waiting },
	failed: { builds: none, loads: none, silent_targets: none, schedules: none, requests: none, ...failed },
	live: { activated: 0, link: "/deployments", targets: [], target_count: 0, designs: [] },
	changes: { link: "/audit", rows: [] },
	...(over as Partial<Overview>),
});
const of = <Row>(...rows: Row[]) => ({ total: rows.length, link: "/all", rows });

const load = {
	deployment_id: ID,
	design_name: "Gyms",
	target_id: ID,
	target: "North EU",
	agent: "rack-4",
	state: "refused" as const,
	error: "the file needs 9 bytes of memory and 3 are free",
	since: AT,
};
const silent = { target_id: ID, target: "North EU", activated: 2, last_seen_at: AT };
const request = {
	deployment_id: ID,
	design_id: ID,
	design_name: "Gyms",
	build_name: "Gyms",
	type: "proximity" as const,
	target_id: ID,
	target: "North EU",
	target_org_name: "North",
	requester: "dana@acme.example",
	requester_org: "acme",
	requester_org_name: "Acme",
	message: null,
	question_from: null,
	requested_at: AT,
};
const ended = {
	deployment_id: ID,
	design_id: ID,
	design_name: "Gyms",
	target: "North EU",
	outcome: "rejected" as const,
	reason: "wrong city",
	at: AT,
};

test("nothing needs attention where nothing is to do", () => {
	expect(attentionItems(overview())).toEqual([]);
	expect(attentionRest(overview())).toEqual([]);
	expect(attentionSummary(overview())).toBe("All clear");
});

describe("each item has its reason and the one button that follows", () => {
	test.each<[string, Parts, string | null, string | null]>([
		["Gyms is not live on North EU", { failed: { loads: of(load) } }, "View deployment", `/deployments/${ID}`],
		["North EU has no agent online", { failed: { silent_targets: of(silent) } }, "View target", `/targets/${ID}`],
		[
			"North EU needs an agent",
			{ failed: { silent_targets: of({ ...silent, last_seen_at: null }) } },
			"View target",
			`/targets/${ID}`,
		],
		[
			"dana@acme.example asks about Gyms on North EU",
			{ waiting: { my_requests: of({ ...request, question_from: "dana@acme.example" }) } },
			"Answer",
			`/deployments/${ID}#conversation`,
		],
		["Gyms was rejected for North EU", { failed: { requests: of(ended) } }, "Edit design", `/designs/${ID}`],
		[
			"The request of Gyms for North EU expired",
			{ failed: { requests: of({ ...ended, outcome: "expired", reason: null }) } },
			"Request again",
			`/designs/${ID}`,
		],
		["A disk of the service is full", { disks: [{ ...disk("none") }] as never }, null, null],
	])("%s", (title, parts, label, href) => {
		const [item, ...others] = attentionItems(overview(parts));
		expect(others).toEqual([]);
		expect(item).toMatchObject({ title, reason: expect.stringMatching(/\S/) });
		expect(item?.action).toEqual(label === null ? null : { label, href });
	});
});

function disk(room: "little" | "none") {
	return { directory: "/data", holds: ["data_dir" as const], free_bytes: 1_000_000, total_bytes: 9_000_000_000, room };
}

test("failures come before warnings, and the summary ends with the work; a target without its first agent is no failure", () => {
	const parts = {
		disks: [disk("little")] as never,
		waiting: { to_decide: of(request) },
		failed: { loads: of(load), silent_targets: of({ ...silent, last_seen_at: null }) },
	};
	expect(attentionItems(overview(parts)).map(({ tone }) => tone)).toEqual(["bad", "warn", "warn"]);
	expect(attentionSummary(overview(parts))).toBe("1 problem · 2 warnings · 1 request to review");
});

test("what the items leave out is a link to its list", () => {
	const loads = { total: 12, link: "/deployments?actual=failed", rows: [load] };
	expect(attentionRest(overview({ failed: { loads } }))).toEqual([
		{ words: "11 more deployments that failed to load", href: "/deployments?actual=failed" },
	]);
});
