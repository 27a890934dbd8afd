import { expect, test } from "vitest";
import { NO_WAIT, request } from "@/components/features/deployments/testing";
import { printedLines } from "./printed-lines";

const wordsOf = (over: Parameters<typeof request>[0]) => new Map(printedLines(request(over))).get("Schedule");

const PLAN = { activate_at: null, deactivate_at: null, by: null, last_problem: null, ...NO_WAIT };
const START = "2026-12-01T06:00:00.000Z";
const END = "2026-12-24T18:30:00.000Z";

test("paper says when a request begins and ends by schedule, and by whose word", () => {
	expect(wordsOf({ schedule: { ...PLAN, activate_at: START, deactivate_at: END, by: "mira@northgrid.example" } })).toBe(
		"activates on 1 Dec 2026, 06:00:00 UTC; deactivates on 24 Dec 2026, 18:30:00 UTC; scheduled by mira@northgrid.example",
	);
	expect(wordsOf({ schedule: { ...PLAN, deactivate_at: END, by: "mira@northgrid.example" } })).toBe(
		"deactivates on 24 Dec 2026, 18:30:00 UTC; scheduled by mira@northgrid.example",
	);
});

test("paper says when a request expires, what was not done by schedule, and that nothing is scheduled", () => {
	expect(wordsOf({ expires_at: END })).toBe("expires on 24 Dec 2026, 18:30:00 UTC");
	const last_problem = { action: "activate" as const, at: START, by: "mira@northgrid.example", problem: "Memory." };
	expect(wordsOf({ schedule: { ...PLAN, last_problem } })).toBe("was not activated as scheduled: Memory.");
	expect(wordsOf({})).toBe("no schedule");
});
