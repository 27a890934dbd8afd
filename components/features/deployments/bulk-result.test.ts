import { expect, test } from "vitest";
import type { BulkOutcome } from "@/lib/contract/bulk";
import { bulkCounts, bulkResult } from "./bulk-result";

const ok = (id: string, status: "activated" | "requested", more = {}): BulkOutcome => ({
	id,
	ok: true,
	status,
	revision: 2,
	...more,
});

test("activated, scheduled and approved are told apart", () => {
	const outcomes: BulkOutcome[] = [
		ok("a", "activated"),
		ok("b", "requested"),
		ok("c", "requested", { approvals_missing: 1 }),
		{ id: "d", ok: false, error_type: "InvalidState", message: "closed" },
	];
	const result = bulkResult("activate", outcomes);
	expect(result).toEqual({ done: ["a", "b", "c"], scheduled: ["b"], approved: ["c"] });
	expect(bulkCounts(result, "request", "activated")).toBe("1 request activated, 1 scheduled, 1 approved");
	expect(bulkResult("tag", [ok("a", "requested")])).toEqual({ done: ["a"], scheduled: [], approved: [] });
});

test("what happened to none is left out", () => {
	const none = { done: [], scheduled: [], approved: [] };
	expect(bulkCounts(none, "request", "activated")).toBe("0 requests activated");
	expect(bulkCounts({ ...none, done: ["a", "b"], scheduled: ["a", "b"] }, "request", "activated")).toBe(
		"2 requests scheduled",
	);
});
