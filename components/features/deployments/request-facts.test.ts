import { describe, expect, test } from "vitest";
import { ageDifference, requestLine } from "./request-facts";
import { ID, NO_WAIT, request } from "./testing";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const replacing = (filesize: number, build_date = "2026-11-02T10:00:00.000Z") => ({
	replaces: { id: ID, build_id: ID, filesize, build_date },
});

describe("a request in the list", () => {
	test("says first what is special about it", () => {
		expect(requestLine(request(), NOW)).toEqual({
			warning: null,
			rest: "first build · Northgrid EU · Acme",
		});
		expect(requestLine(request({ new_build: false, message: "Please" }), NOW).rest).toBe(
			"proximity · Northgrid EU · Acme · “Please”",
		);
		expect(requestLine(request(replacing(40_000_000)), NOW).rest).toBe("replaces build of 2 Nov · Northgrid EU · Acme");
	});

	test("warns in words when the file is much larger, when it ends soon, and when it is one's own", () => {
		expect(requestLine(request(replacing(18_300_000)), NOW)).toEqual({
			warning: "2.3× larger",
			rest: " · replaces build of 2 Nov · Northgrid EU · Acme",
		});
		expect(requestLine(request({ expires_at: "2026-11-21T15:00:00.000Z" }), NOW).warning).toBe("expires in 3 h");
		expect(requestLine(request({ expires_at: "2026-11-28T12:00:00.000Z" }), NOW).warning).toBeNull();
		const own = { administer: true, cancel: true, activate_own: false, comment_as: null };
		expect(requestLine(request({ permissions: own }), NOW).warning).toBe("your request: someone else must approve");
	});

	test("tells what its schedule does and what it could not do", () => {
		const schedule = {
			activate_at: "2026-11-24T06:00:00.000Z",
			deactivate_at: null,
			by: "mira@northgrid.example",
			last_problem: null,
			...NO_WAIT,
		};
		expect(requestLine(request({ schedule }), NOW).rest).toMatch(/^activates 2\d Nov, \d\d:\d\d \S+ · first build/);
		const proposed = { activate_at: schedule.activate_at, deactivate_at: null };
		expect(requestLine(request({ proposed }), NOW).rest).toMatch(/^proposed from 2\d Nov, \d\d:\d\d \S+ · first build/);
		expect(requestLine(request({ proposed, schedule }), NOW).rest).not.toContain("proposed");
		const waiting = { ...schedule, waits_for_window: true, opens_at: "2026-11-25T06:00:00.000Z" };
		expect(requestLine(request({ schedule: waiting }), NOW).rest).toMatch(/ · waits for the window, opens 2\d Nov, /);
		const last_problem = {
			action: "activate",
			at: "2026-11-21T06:00:00.000Z",
			by: "mira@northgrid.example",
			problem: "The target no longer exists.",
		} as const;
		const failed = request({ schedule: { ...schedule, activate_at: null, last_problem } });
		expect(requestLine(failed, NOW).warning).toBe("was not activated as scheduled");
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
