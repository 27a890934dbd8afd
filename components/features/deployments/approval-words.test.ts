import { expect, test } from "vitest";
import type { Approvals, DeploymentDetail } from "@/lib/contract/deployment";
import { approvedAlready, approveLabel } from "./approval-words";
import { request } from "./testing";

const FROM = "2026-11-30T05:00:00.000Z";
const proposed = { activate_at: FROM, deactivate_at: null };
const approvals = (over: Partial<Approvals> = {}): Approvals => ({
	action: "activate",
	required: 2,
	missing: 2,
	given: [],
	yours: false,
	activate_at: null,
	deactivate_at: null,
	...over,
});
const given = [{ by: "mira@northgrid.example", by_person: null, at: "2026-11-25T09:00:00.000Z" }];
const now = { asProposed: false };
const dated = { asProposed: true };

test("the button approves until the last administrator, who activates", () => {
	expect(approveLabel(request(), now)).toBeNull();
	expect(approveLabel(request({ approvals: approvals() }), now)).toBe("Approve (1 of 2)");
	expect(approveLabel(request({ approvals: approvals({ given, missing: 1 }) }), now)).toBeNull();
	expect(approveLabel(request({ approvals: approvals({ required: 3, given, missing: 2 }) }), now)).toBe(
		"Approve (2 of 3)",
	);
	expect(approveLabel(request({ status: "activated", approvals: approvals({ action: "delete" }) }), now)).toBeNull();
});

test("approvals for other times do not count", () => {
	const forDates = request({ proposed, approvals: approvals({ given, missing: 1, activate_at: FROM }) });
	expect(approveLabel(forDates, dated)).toBeNull();
	expect(approveLabel(forDates, now)).toBe("Approve (1 of 2)");
});

const own = approvals({ given, missing: 1, yours: true });
test("nobody approves the same twice", () => {
	expect(approvedAlready(request({ approvals: own }), now)).toBe(
		"You have approved this. 1 more administrator must approve.",
	);
	expect(approvedAlready(request({ proposed, approvals: own }), dated)).toBeNull();
	expect(approvedAlready(request({ approvals: approvals({ given, missing: 1 }) }), now)).toBeNull();
});

test("where fewer are asked for since, one of those who approved activates", () => {
	const enough = { ...own, missing: 0 };
	expect(approvedAlready(request({ approvals: enough }), now)).toBeNull();
	const schedule = { activate_at: FROM, deactivate_at: null } as DeploymentDetail["schedule"];
	expect(approvedAlready(request({ approvals: enough, schedule }), now)).toBe("It is approved and scheduled.");
});
