import { expect, test } from "vitest";
import { actionWords, credentialWords, detailWords } from "./history-words";

test("what was done, and with what", () => {
	expect(actionWords({ action: "activate" })).toBe("activated it");
	expect(actionWords({ action: "something_new" })).toBe("something new");
	expect(credentialWords({ credential: "schedule" })).toBe("by schedule");
	expect(credentialWords({ credential: "carrier_pigeon" })).toBe("carrier_pigeon");
});

test("a change shows what was before and after; ids and records are left out", () => {
	expect(detailWords({ detail: { before: "", after: "north,south" } })).toEqual(["none → north,south"]);
	expect(detailWords({ detail: { before: [], after: ["north", "south"] } })).toEqual(["none → north, south"]);
	expect(
		detailWords({ detail: { replaced_deployment_id: "1", nested: { a: 1 }, deactivate_at: "2026-11-21", gone: null } }),
	).toEqual(["deactivate at: 2026-11-21"]);
	expect(detailWords({ detail: null })).toEqual([]);
});
