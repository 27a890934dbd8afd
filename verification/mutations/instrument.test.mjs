import { expect, test } from "vitest";
import { instrument } from "./instrument.mjs";

/** The condition of a rule with each of its mutants, by which of them is on. */
function mutate(body, filters = false) {
	const { code, mutants } = instrument(`export const rule = (a, b) => { ${body} };`, "rule.ts", { filters });
	const make = new Function("Prisma", `${code.replace("export const", "const")}; return rule;`);
	const rule = make({ sql: (strings) => strings.join("?") });
	return mutants.map(({ id, words }) => [words, (...values) => withMutant(id, () => rule(...values))]);
}

function withMutant(id, work) {
	globalThis.__mutants.active = id;
	try {
		return work();
	} finally {
		globalThis.__mutants.active = "";
	}
}

test("conditions, operands and calls are mutated one by one", () => {
	expect(mutate("return a && b").map(([words, rule]) => [words, rule(true, false), rule(false, true)])).toEqual([
		["a && b → a", true, false],
		["a && b → b", false, true],
		["a && b → true", true, true],
		["a && b → false", false, false],
	]);
	expect(mutate("if (a) return 1; return 2").map(([words, rule]) => [words, rule(true), rule(false)])).toEqual([
		["a → true", 1, 1],
		["a → false", 2, 2],
	]);
	const calls = [];
	const [[words, rule]] = mutate("a.push(b)");
	rule(calls, 1);
	expect([words, calls]).toEqual(["a.push(b) → nothing", []]);
});

test("conditions of SQL, elements and properties are left out one by one", () => {
	const sql = mutate("return Prisma.sql`x = 1 AND (y = 2 OR z)`").map(([, rule]) => rule());
	expect(sql).toEqual(["TRUE", "FALSE", "TRUE AND (y = 2 OR z)", "x = 1 AND TRUE"]);
	expect(mutate("return [a, ...b]", true).map(([, rule]) => rule(1, [2]))).toEqual([[2], [1]]);
	expect(mutate("return { a, b: 2 }", true).map(([, rule]) => rule(1))).toEqual([{ b: 2 }, { a: 1 }]);
});
