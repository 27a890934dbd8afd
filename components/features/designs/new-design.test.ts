import { expect, test } from "vitest";
import { readNewDesign } from "./new-design";

function fields(values: Record<string, string>): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(values)) form.set(name, value);
	return form;
}

test("a proximity design with and without a targeting code", () => {
	const typed = { name: " Bakeries ", type: "proximity", set_name: "Paris", targeting_code: " FR-1 " };
	expect(readNewDesign(fields(typed))).toEqual({
		body: { name: "Bakeries", type: "proximity", sets: [{ set_name: "Paris", targeting_code: "FR-1" }] },
	});
	expect(readNewDesign(fields({ ...typed, targeting_code: "" }))).toEqual({
		body: { name: "Bakeries", type: "proximity", sets: [{ set_name: "Paris" }] },
	});
});

test("a set without its own name is named after the design", () => {
	expect(readNewDesign(fields({ name: "Bakeries", type: "proximity", set_name: " " }))).toEqual({
		body: { name: "Bakeries", type: "proximity", sets: [{ set_name: "Bakeries" }] },
	});
	const long = readNewDesign(fields({ name: "Bakeries", type: "proximity", set_name: "a".repeat(201) }));
	expect(Object.keys("problems" in long ? long.problems : {})).toEqual(["set_name"]);
});

test("an audience design begins without sets: they are built next", () => {
	expect(readNewDesign(fields({ name: "Runners", type: "audience" }))).toEqual({
		body: { name: "Runners", type: "audience", sets: [] },
	});
});

test("problems are shown beside their fields", () => {
	const read = readNewDesign(fields({ name: " ", type: "proximity", set_name: "", targeting_code: "a,b" }));
	expect(read).toEqual({
		problems: {
			name: "The name must not be blank.",
			targeting_code: "The targeting code must not hold commas or control characters.",
		},
	});
});
