import { describe, expect, test } from "vitest";
import { ID, NO_WAIT, request } from "@/components/features/deployments/testing";
import type { AuditEvent } from "@/lib/contract/audit";
import { changesBetween, lastActWords } from "./changes-between";

const OLD = { id: ID, build_id: ID, filesize: 1, build_date: "2026-11-02T10:00:00.000Z" };

describe("what changed while somebody looked", () => {
	test("nothing is nothing", () => {
		expect(changesBetween(request(), request({ revision: 2 }))).toEqual([]);
	});

	test("each change is a sentence", () => {
		const schedule = {
			activate_at: "2026-11-24T06:00:00.000Z",
			deactivate_at: null,
			by: "mira",
			last_problem: null,
			...NO_WAIT,
		};
		expect(changesBetween(request({ tags: "a,b" }), request({ tags: "", status: "cancelled", schedule }))).toEqual([
			"Status: Pending → Cancelled.",
			"Tags: a, b → none.",
			"Activates: not scheduled → 24 Nov 2026, 06:00:00 UTC.",
		]);
	});

	test.each([
		[null, OLD, "Another build of this design is now active on Northgrid EU."],
		[OLD, null, "No build of this design is active on Northgrid EU now."],
	])("what it would replace", (before, now, words) => {
		expect(changesBetween(request({ replaces: before }), request({ replaces: now }))).toEqual([words]);
	});
});

describe("who did it", () => {
	const event = (over: Partial<AuditEvent>): AuditEvent => ({
		id: "1",
		at: "2026-11-21T11:00:00.000Z",
		actor_id: ID,
		actor: "jo@acme.example",
		actor_person: null,
		credential: "session",
		address: null,
		action: "cancel",
		status_before: "requested",
		status_after: "cancelled",
		reason: null,
		detail: null,
		...over,
	});
	test.each([
		[[], null],
		[[event({})], "jo@acme.example cancelled it"],
		[[event({ reason: "Wrong build" }), event({ action: "tag" })], "jo@acme.example cancelled it: “Wrong build”"],
		[[event({ action: "moved" })], "jo@acme.example changed it (moved)"],
	])("%#", (events, words) => {
		expect(lastActWords(events)).toBe(words);
	});
});
