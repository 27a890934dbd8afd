import { expect, test } from "vitest";
import type { RuleConditions, RuleTotals } from "@/lib/contract/activation-rule";
import { conditionWords, daysWords, missesWords, totalsWords } from "./rule-words";

const conditions: RuleConditions = {
	active_build: true,
	no_warnings: true,
	same_targeting_codes: false,
	change_within_percent: 20,
	organizations: null,
	hours: [{ days: ["mon", "tue", "wed", "thu", "fri"], from: "08:00", to: "18:00" }],
	daily_limit: 50,
	time_zone: "Europe/Berlin",
};
const totals: RuleTotals = {
	since: "2026-01-05T09:00:00.000Z",
	requests: 50,
	passed: 38,
	retrospective: 0,
	decided: { activated: 37, rejected: 1, cancelled: 0, pending: 0 },
	misses: [
		{ code: "size", requests: 9 },
		{ code: "no_active_build", requests: 3 },
	],
};

test("a rule reads as the parts of a sentence, and says what it did", () => {
	expect(conditionWords(conditions)).toEqual([
		"a build of the design is activated",
		"nothing is warned of",
		"size and items change by at most 20%",
		"it is Mon–Fri 08:00–18:00 (Europe/Berlin)",
		"at most 50 a day (Europe/Berlin)",
	]);
	expect([daysWords(["wed", "mon"]), daysWords(["sat", "sun"])]).toEqual(["Mon, Wed", "Sat, Sun"]);
	expect(totalsWords({ mode: "dry_run", last_14_days: totals })).toBe(
		"Would have activated 38 of 50 requests in 14 days; people rejected 1 of those.",
	);
	expect(totalsWords({ mode: "active", last_14_days: { ...totals, requests: 0 } })).toContain("No requests");
	expect(missesWords(totals)).toBe("size 9 · nothing activated yet 3");
});
