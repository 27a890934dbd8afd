import { expect, test } from "vitest";
import { request } from "@/components/features/deployments/testing";
import type { BulkPreview } from "@/lib/contract/bulk-preview";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { ActivationWarning } from "@/lib/contract/preview";
import { bulkGroups, memoryTogether } from "./bulk-groups";

const named = (id: string, over: Partial<DeploymentDetail> = {}) =>
	request({ id, design_id: id, target_id: "eu", ...over });
const item = (id: string, growth: number, ...codes: ActivationWarning["code"][]): BulkPreview["items"][number] => ({
	id,
	target_id: "eu",
	growth,
	bounds: null,
	warnings: codes.map((code) => ({ code, message: `${code} of ${id}` })),
});
const preview = (free: number | null, ...items: BulkPreview["items"]): BulkPreview => ({
	items,
	targets: [{ id: "eu", name: "Northgrid EU", capacity: 100, free }],
});
const shown = (requests: DeploymentDetail[], known: BulkPreview | null) =>
	bulkGroups(requests, known).map(
		({ code, requests: own }) => `${code}: ${own.map((one) => one.request.id).join(" ")}`,
	);

test("they are grouped by the gravest of what each is warned of; what is plain comes first", () => {
	const requests = ["a", "b", "c", "d", "e", "f"].map((id) => named(id));
	const known = preview(
		null,
		item("a", 1, "superseded", "no_living_agent"),
		item("b", 1),
		item("c", 1, "no_living_agent", "exceeds_memory"),
		item("d", 1, "abnormally_large"),
		item("e", 1, "target_not_in_sync"),
		item("f", 1, "superseded", "outside_window"),
	);
	expect(shown(requests, known)).toEqual([
		"plain: b",
		"exceeds_memory: c",
		"outside_window: f",
		"abnormally_large: d",
		"no_living_agent: a",
		"target_not_in_sync: e",
	]);
	expect(bulkGroups(requests, known)[4]?.requests[0]?.why).toBe("no_living_agent of a");
	// A warning without a title of its own is shown, too.
	expect(bulkGroups(requests, known)[5]?.title).toBe("Worth a look");
});

test("a request with a name of mixed letters is not plain, and says which name", () => {
	const requests = [named("a"), named("b", { requester_org_name: "N\u043erth" }), named("c")];
	const known = preview(null, item("a", 1), item("b", 1), item("c", 1, "superseded"));
	expect(shown(requests, known)).toEqual(["plain: a", "mixed_letters: b", "superseded: c"]);
	expect(bulkGroups(requests, known)[1]?.requests[0]?.why).toMatch(/^Organization .*N\u043erth.* has .*Cyrillic/);
});

test("what no longer fits together is a group of its own, in the order of the queue", () => {
	const requests = ["a", "b", "c"].map((id) => named(id));
	expect(shown(requests, preview(10, item("a", 6), item("b", 6), item("c", 4)))).toEqual([
		"plain: a c",
		"memory_together: b",
	]);
	expect(shown(requests, preview(null, item("a", 6), item("b", 6), item("c", 4)))).toEqual(["plain: a b c"]);
});

test("an older build of a design stands apart from the newer one, and what may not be decided is left out", () => {
	const newest = named("new", { design_id: "x", build_date: "2026-11-21T10:00:00.000Z" });
	const older = named("old", { design_id: "x", build_date: "2026-11-20T10:00:00.000Z" });
	const own = named("own", { permissions: { administer: true, cancel: true, activate_own: false, comment_as: null } });
	const known = preview(null, item("new", 1), item("old", 1, "superseded"));
	expect(shown([older, own, newest], known)).toEqual(["plain: new", "older_build: old"]);
	expect(bulkGroups([older, newest], known)[1]?.requests[0]?.why).toContain(
		"A newer build of it for Northgrid EU is selected",
	);
});

test("without a preview all are plain, and the service judges", () => {
	expect(shown([named("a")], null)).toEqual(["plain: a"]);
});

test("ticked ones that exceed a target's memory together are told of", () => {
	const [a, b] = [named("a"), named("b")] as const;
	const known = preview(10, item("a", 6), item("b", 6));
	expect(memoryTogether([a], known)).toEqual([]);
	expect(memoryTogether([a, b], known)).toEqual(["Together they put Northgrid EU 2 B over its memory."]);
});
