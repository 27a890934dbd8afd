import { describe, expect, test } from "vitest";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { BULK_WORDS, splitForBulk } from "./bulk-words";
import { ID, request } from "./testing";

const replaces = { id: ID, build_id: ID, filesize: 1_000, build_date: "2026-11-01T10:00:00.000Z" };
const some = [
	request({ design_id: "1", design_name: "One", filesize: 1_000_000, replaces }),
	request({ design_id: "2", design_name: "Two", filesize: 2_000_000 }),
	request({ design_id: "3", design_name: "Three", filesize: 3_000_000, target: "Northgrid US" }),
];

describe("a question about many", () => {
	test("names how many they are, their size, where they are, and what they replace", () => {
		expect(BULK_WORDS.activate.title(some, "request")).toBe("Activate 3 requests?");
		expect(BULK_WORDS.activate.consequence(some)).toBe(
			"6.0 MB on Northgrid EU (2), Northgrid US (1). 1 of them replaces an active build. Any that changed since you opened this are skipped.",
		);
		expect(BULK_WORDS.deactivate.title(some, "deployment")).toBe("Deactivate 3 deployments?");
	});

	test("names the only one whose tags are asked for", () => {
		expect(BULK_WORDS.tag.title(some, "request")).toBe("Tags of 3 requests");
		expect(BULK_WORDS.tag.title(some.slice(0, 1), "request")).toBe("Tags of One on Northgrid EU");
	});
});

test("what the reader may not decide, or what its status does not allow, is left out with its reason", () => {
	const own = request({ permissions: { administer: true, cancel: true, activate_own: false, comment_as: null } });
	const live = request({ status: "activated" });
	const { able, leftOut } = splitForBulk("activate", [...some, own, live]);
	expect(able).toEqual(some);
	expect(leftOut).toEqual([
		{ deployment: own, reason: "This counts as your own request; Northgrid EU requires someone else to approve it." },
		{ deployment: live, reason: expect.stringContaining("The deployment is activated") },
	]);
});

test("of several builds of a design for one target only the newest is activated; the reason names it", () => {
	const [oldest, newest, middle] = [19, 21, 20].map((day) =>
		request({ id: `${day}`, build_date: `2026-11-${day}T10:00:00.000Z` }),
	) as [DeploymentDetail, DeploymentDetail, DeploymentDetail];
	const elsewhere = request({ target_id: "another", build_date: "2026-11-01T10:00:00.000Z" });
	const chosen = [oldest, newest, elsewhere, middle];
	const { able, leftOut } = splitForBulk("activate", chosen);
	expect(able).toEqual([newest, elsewhere]);
	expect(leftOut.map(({ deployment }) => deployment)).toEqual([oldest, middle]);
	expect(leftOut[0]?.reason).toMatch(/^A newer build of it for Northgrid EU is selected too, built .*21/);
	expect(splitForBulk("reject", chosen).able).toEqual(chosen);
	// A newer one that the reader may not activate does not stand in the way.
	const own = { ...newest, permissions: { administer: true, cancel: true, activate_own: false, comment_as: null } };
	expect(splitForBulk("activate", [oldest, own]).able).toEqual([oldest]);
});
