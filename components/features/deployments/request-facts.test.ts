import { describe, expect, test } from "vitest";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { ageDifference, type RequestLineOptions, requestLine } from "./request-facts";
import { ID, NO_WAIT, request } from "./testing";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const replacing = (filesize: number, build_date = "2026-11-02T10:00:00.000Z") => ({
	replaces: { id: ID, build_id: ID, filesize, build_date },
});

const lineOf = (deployment: DeploymentDetail, options: Partial<RequestLineOptions> = {}) =>
	requestLine(deployment, NOW, { warnings: [], sameOrganization: false, ...options });

describe("a request in the list", () => {
	test("says first what is special about it", () => {
		expect(lineOf(request())).toEqual({
			warning: null,
			rest: "Northgrid EU · Acme · first build",
		});
		expect(lineOf(request({ new_build: false, message: "Please" })).rest).toBe(
			"Northgrid EU · Acme · proximity · “Please”",
		);
		expect(lineOf(request(replacing(40_000_000))).rest).toBe("Northgrid EU · Acme · replaces build of 2 Nov");
	});

	test("warns in words when the file is much larger, when it ends soon, and when it is one's own", () => {
		expect(lineOf(request(replacing(18_300_000)))).toEqual({
			warning: "2.3× larger",
			rest: "Northgrid EU · Acme · replaces build of 2 Nov",
		});
		expect(lineOf(request({ expires_at: "2026-11-21T15:00:00.000Z" })).warning).toBe("expires in 3 h");
		expect(lineOf(request({ expires_at: "2026-11-28T12:00:00.000Z" })).warning).toBeNull();
		const own = { administer: true, cancel: true, activate_own: false, comment_as: null };
		expect(lineOf(request({ permissions: own })).warning).toBe("your request: someone else must approve");
	});

	test("says the service's warnings in few words, the gravest first, and no organization that all are of", () => {
		const warnings = (["no_living_agent", "sensitive_places", "abnormally_large", "four_eyes"] as const).map(
			(code) => ({
				code,
				message: "",
			}),
		);
		expect(lineOf(request(), { warnings, sameOrganization: true })).toEqual({
			warning: "sensitive places · no agent online · larger than before",
			rest: "Northgrid EU · first build",
		});
		expect(lineOf(request(replacing(18_300_000)), { warnings }).warning).toMatch(/ · 2\.3× larger$/);
	});

	test("tells what its schedule does and what it could not do", () => {
		const schedule = {
			activate_at: "2026-11-24T06:00:00.000Z",
			deactivate_at: null,
			by: "mira@northgrid.example",
			last_problem: null,
			...NO_WAIT,
		};
		expect(lineOf(request({ schedule })).rest).toMatch(
			/^Northgrid EU · Acme · activates 2\d Nov, \d\d:\d\d \S+ · first build/,
		);
		const proposed = { activate_at: schedule.activate_at, deactivate_at: null };
		expect(lineOf(request({ proposed })).rest).toMatch(
			/^Northgrid EU · Acme · proposed from 2\d Nov, \d\d:\d\d \S+ · first build/,
		);
		expect(lineOf(request({ proposed, schedule })).rest).not.toContain("proposed");
		const waiting = { ...schedule, waits_for_window: true, opens_at: "2026-11-25T06:00:00.000Z" };
		expect(lineOf(request({ schedule: waiting })).rest).toMatch(/ · waits for the window, opens 2\d Nov, /);
		const last_problem = {
			action: "activate",
			at: "2026-11-21T06:00:00.000Z",
			by: "mira@northgrid.example",
			problem: "The target no longer exists.",
		} as const;
		const failed = request({ schedule: { ...schedule, activate_at: null, last_problem } });
		expect(lineOf(failed).warning).toBe("was not activated as scheduled");
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
