import { expect, test } from "vitest";
import { createStatementNames } from "@/lib/platform/db/statement-names";

test("a statement gets a name at its second use", () => {
	const nameOf = createStatementNames();
	expect(["a", "b", "a", "a", "b", "b"].map((sql) => nameOf({ sql }))).toEqual(["", "", "s0", "s0", "s1", "s1"]);
});

test("the number of names is bounded", () => {
	const nameOf = createStatementNames();
	const names = Array.from({ length: 2_000 }, (_, n) => [nameOf({ sql: `${n}` }), nameOf({ sql: `${n}` })][1]);
	expect(new Set(names).size).toBe(501);
	expect(names.at(-1)).toBe("");
	expect(nameOf({ sql: "0" })).toBe("s0");
});
