import fc from "fast-check";
import { expect, test } from "vitest";
import { CombinationTable } from "@/lib/formats/combination-table";

fc.configureGlobal({ seed: 20_251_121 });

test("numbers combinations like a Map of strings, also after a rollback", () => {
	const combination = fc.uniqueArray(fc.nat(12), { maxLength: 6 }).map((sets) => Uint32Array.from(sets).sort());
	const step = fc.oneof(
		{ weight: 1, arbitrary: fc.record({ keep: fc.double({ min: 0, max: 1, noNaN: true }) }) },
		{ weight: 40, arbitrary: fc.record({ sets: combination }) },
	);
	fc.assert(
		fc.property(fc.array(step, { maxLength: 3000, size: "max" }), (steps) => {
			const table = new CombinationTable();
			const names: string[] = [];
			for (const action of steps) {
				if ("keep" in action) {
					names.length = Math.floor(names.length * action.keep);
					table.truncate(names.length);
				} else {
					const name = action.sets.join();
					if (!names.includes(name)) names.push(name);
					expect(table.number(action.sets)).toBe(names.indexOf(name));
				}
			}
			const listed = names.map((_, n) => table.sets.subarray(table.starts[n], table.starts[n + 1]).join());
			expect(listed).toEqual(names);
			expect(table.words).toBe(table.starts.length + table.sets.length);
		}),
		{ numRuns: 30 },
	);
});
