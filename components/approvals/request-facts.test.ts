import { describe, expect, test } from "vitest";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { ageDifference, requestLine } from "./request-facts";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const ID = "00000000-0000-4000-8000-000000000001";

const request = (over: Partial<DeploymentDetail> = {}): DeploymentDetail => ({
	id: ID,
	status: "requested",
	type: "proximity",
	design_id: ID,
	build_id: ID,
	design_name: "Coffee shops",
	build_name: "Coffee shops",
	filesize: 42_000_000,
	source: null,
	sources: null,
	price_cpm: null,
	build_org: "acme",
	build_org_id: ID,
	builder: "jo@acme.example",
	requester: "jo@acme.example",
	deployer: null,
	build_date: "2026-11-21T10:00:00.000Z",
	updated_at: "2026-11-21T11:00:00.000Z",
	approved_at: null,
	new_build: true,
	tags: "",
	target: "Northgrid EU",
	target_id: ID,
	sets: [],
	revision: 1,
	message: null,
	status_reason: null,
	build_reason: "first",
	requested_at: "2026-11-21T11:00:00.000Z",
	requester_org: "acme",
	requester_org_name: "Acme",
	digest: `sha256:${"0".repeat(64)}`,
	replaces: null,
	agents: [],
	rollback_to: null,
	activated_at: null,
	deactivated_at: null,
	expires_at: null,
	schedule: null,
	actual: null,
	agents_expected: 0,
	agents_loaded: 0,
	agents_failed: 0,
	permissions: { administer: true, cancel: false, activate_own: true },
	...over,
});
const replacing = (filesize: number, build_date = "2026-11-02T10:00:00.000Z") => ({
	replaces: { id: ID, build_id: ID, filesize, build_date },
});

describe("a request in the list", () => {
	test("says first what is special about it", () => {
		expect(requestLine(request(), NOW)).toEqual({
			warning: null,
			rest: "first build · Northgrid EU · jo@acme.example",
		});
		expect(requestLine(request({ new_build: false, message: "Please" }), NOW).rest).toBe(
			"proximity · Northgrid EU · jo@acme.example · “Please”",
		);
		expect(requestLine(request(replacing(40_000_000)), NOW).rest).toBe(
			"replaces build of 2 Nov · Northgrid EU · jo@acme.example",
		);
	});

	test("warns in words when the file is much larger, when it ends soon, and when it is one's own", () => {
		expect(requestLine(request(replacing(18_300_000)), NOW)).toEqual({
			warning: "2.3× larger",
			rest: " · replaces build of 2 Nov · Northgrid EU · jo@acme.example",
		});
		expect(requestLine(request({ expires_at: "2026-11-21T15:00:00.000Z" }), NOW).warning).toBe("expires in 3 h");
		expect(requestLine(request({ expires_at: "2026-11-28T12:00:00.000Z" }), NOW).warning).toBeNull();
		const own = { administer: true, cancel: true, activate_own: false };
		expect(requestLine(request({ permissions: own }), NOW).warning).toBe("your own: someone else approves");
	});

	test("tells what its schedule does and what it could not do", () => {
		const schedule = {
			activate_at: "2026-11-24T06:00:00.000Z",
			deactivate_at: null,
			by: "mira@northgrid.example",
			last_problem: null,
		};
		expect(requestLine(request({ schedule }), NOW).rest).toMatch(/^activates 2\d Nov, \d\d:\d\d · first build/);
		const last_problem = {
			action: "activate",
			at: "2026-11-21T06:00:00.000Z",
			by: "mira@northgrid.example",
			problem: "The target no longer exists.",
		} as const;
		const failed = request({ schedule: { ...schedule, activate_at: null, last_problem } });
		expect(requestLine(failed, NOW).warning).toBe("was not activated by schedule");
	});
});

test.each([
	["2026-11-21T10:00:00.000Z", "2026-11-02T10:00:00.000Z", "19 d newer"],
	["2026-11-20T10:00:00.000Z", "2026-11-21T10:00:00.000Z", "1 d older"],
	["2026-11-21T10:00:00.000Z", "2026-11-21T10:00:30.000Z", "same age"],
	["2026-11-21T10:00:00.000Z", "2026-11-21T07:00:00.000Z", "3 h newer"],
])("%s is to %s: %s", (date, than, words) => {
	expect(ageDifference(date, than)).toBe(words);
});
