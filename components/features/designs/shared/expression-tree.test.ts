import { describe, expect, test } from "vitest";
import type { AudienceExpression } from "@/lib/contract/audience";
import { changeAt, isComplete, partAt, pointerOf, underNot } from "./expression-tree";

const where: AudienceExpression = {
	all: [{ segment: "coffee" }, { not: { any: [{ segment: "gym" }, { segment: "" }] } }],
};

describe("parts of an expression", () => {
	test("are found by their pointer, as long as they are there", () => {
		expect(partAt(where, "")).toBe(where);
		expect(partAt(where, "/all/1/not/any/0")).toEqual({ segment: "gym" });
		expect(partAt(where, "/all/2")).toBeNull();
		expect(partAt(where, "/any/0")).toBeNull();
	});

	test("are changed where they stand, the rest is shared", () => {
		const changed = changeAt(where, ["all", 1, "not", "any", 1], () => ({ segment: "runners", min_visits: 2 }));
		expect(changed).toEqual({
			all: [{ segment: "coffee" }, { not: { any: [{ segment: "gym" }, { segment: "runners", min_visits: 2 }] } }],
		});
		expect(changed !== null && "all" in changed && changed.all[0]).toBe(where.all[0]);
	});

	test("take their group along when they are the last of it", () => {
		const one = changeAt(where, ["all", 1, "not", "any", 1], () => null);
		expect(one).toEqual({ all: [{ segment: "coffee" }, { not: { any: [{ segment: "gym" }] } }] });
		expect(changeAt(one ?? where, ["all", 1, "not", "any", 0], () => null)).toEqual({ all: [{ segment: "coffee" }] });
		expect(changeAt({ not: { segment: "x" } }, ["not"], () => null)).toBeNull();
	});

	test("are named as an estimate names them", () => {
		expect(pointerOf([])).toBe("");
		expect(pointerOf(["all", 1, "not", "any", 0])).toBe("/all/1/not/any/0");
	});
});

test("nots cancel each other out", () => {
	const twice = underNot({ not: { not: { segment: "a" } } }, ["all", 0]);
	expect(twice).toEqual({ core: { segment: "a" }, negated: false, path: ["all", 0, "not", "not"] });
	expect(underNot({ not: { segment: "a" } }, []).negated).toBe(true);
});

test("an expression is complete when every condition names a segment", () => {
	expect(isComplete(where)).toBe(false);
	expect(isComplete({ any: [{ segment: "a" }] })).toBe(true);
});
