import { expect, test } from "vitest";
import type { Approvals } from "@/lib/contract/deployment";
import { closedSentences, isClosed, takesReason } from "./closed-words";
import { request } from "./testing";

const NOW = Date.parse("2026-11-25T12:00:00.000Z");
const window = {
	open: false,
	reason: "outside_hours",
	freeze_reason: null,
	opens_at: "2026-11-26T07:00:00.000Z",
	closes_at: null,
} as const;
const frozen = { ...window, reason: "frozen", freeze_reason: "Holiday peak", opens_at: null } as const;

test("each closed target is named once, with its reason and when it opens", () => {
	const deployments = [
		request({ window }),
		request({ window }),
		request({ target_id: "other", target: "Metro", window: frozen }),
		request({ target_id: "open", window: { ...window, open: true, reason: null } }),
		request({ target_id: "always" }),
	];
	expect(closedSentences(deployments, NOW, "Europe/Berlin")).toEqual([
		"Northgrid EU is closed for activations: outside of its hours. It opens 26 Nov, 08:00 CET.",
		"Metro is closed for activations: frozen (Holiday peak). It does not open within a year.",
	]);
	expect(deployments.map(isClosed)).toEqual([true, true, true, false, false]);
});

test("only an activation now takes a reason: neither a schedule nor one of several approvals", () => {
	const FROM = "2026-11-30T05:00:00.000Z";
	const proposed = { activate_at: FROM, deactivate_at: null };
	const approvals: Approvals = {
		action: "activate",
		required: 2,
		missing: 2,
		given: [],
		yours: false,
		...proposed,
	};
	const [now, later] = [{ asProposed: false }, { asProposed: true }];
	expect(takesReason(request(), now, NOW)).toBe(false);
	expect(takesReason(request({ window }), now, NOW)).toBe(true);
	expect(takesReason(request({ window, proposed }), now, NOW)).toBe(true);
	expect(takesReason(request({ window, proposed }), later, NOW)).toBe(false);
	expect(takesReason(request({ window, proposed }), later, Date.parse(FROM))).toBe(true);
	expect(takesReason(request({ window, approvals }), now, NOW)).toBe(false);
	const given = [{ by: "mira@northgrid.example", by_person: null, at: FROM }];
	const last = { ...approvals, missing: 1, given, activate_at: null };
	expect(takesReason(request({ window, approvals: last }), now, NOW)).toBe(true);
});
