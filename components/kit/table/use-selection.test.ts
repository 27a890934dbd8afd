import { expect, test } from "vitest";
import { selectedWords } from "./selected-words";
import { keepRows, renewKept } from "./use-selection";

const row = (id: string, revision = 1) => ({ id, revision });

test("rows that another page or filter hides stay chosen, as they were shown last", () => {
	const kept = keepRows(new Map(), [row("a"), row("b"), row("c")], ["a", "b"]);
	expect(renewKept(kept, [row("x"), row("y")])).toBe(kept);
	const renewed = renewKept(kept, [row("b", 2), row("c", 2)]);
	expect([...renewed.values()]).toEqual([row("a"), row("b", 2)]);
	expect([...keepRows(renewed, [row("x")], ["a", "b", "x", "unknown"]).keys()]).toEqual(["a", "b", "x"]);
	expect([...keepRows(renewed, [row("x")], ["x"]).keys()]).toEqual(["x"]);
});

test.each([
	[3, 0, "3 selected"],
	[5, 2, "5 selected, 2 of them not shown"],
	[1, 1, "1 selected, not shown"],
	[1_200, 1_100, "1,200 selected, 1,100 of them not shown"],
])("%i selected, of which %i are hidden, are told as %s", (count, hidden, words) => {
	expect(selectedWords(count, hidden)).toBe(words);
});
