import { expect, test } from "vitest";
import { readForm } from "@/components/kit/form/read-form";
import { createDesignBody } from "@/lib/contract/design-bodies";
import { newDesignBody, SET_FIELDS } from "./new-design";

const FORM = {
	fields: [{ name: "name", label: "Name" }, SET_FIELDS],
	body: (_: unknown, form: FormData) => newDesignBody(form),
	schema: createDesignBody,
};
const readNewDesign = (form: FormData) => readForm(FORM, form);

function fields(values: Record<string, string>): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(values)) form.set(name, value);
	return form;
}

test("a proximity design with and without a targeting code", () => {
	const typed = { name: " Bakeries ", type: "proximity", set_name: "Paris", targeting_code: " FR-1 " };
	expect(readNewDesign(fields(typed))).toEqual({
		problems: {},
		body: { name: "Bakeries", type: "proximity", sets: [{ set_name: "Paris", targeting_code: "FR-1" }] },
	});
	expect(readNewDesign(fields({ ...typed, targeting_code: "" }))).toEqual({
		problems: {},
		body: { name: "Bakeries", type: "proximity", sets: [{ set_name: "Paris" }] },
	});
});

test("a set without its own name is named after the design", () => {
	expect(readNewDesign(fields({ name: "Bakeries", type: "proximity", set_name: " " }))).toEqual({
		problems: {},
		body: { name: "Bakeries", type: "proximity", sets: [{ set_name: "Bakeries" }] },
	});
	const long = readNewDesign(fields({ name: "Bakeries", type: "proximity", set_name: "a".repeat(201) }));
	expect(Object.keys(long.problems)).toEqual(["set_name"]);
});

test("an audience design begins without sets: they are built next", () => {
	expect(readNewDesign(fields({ name: "Runners", type: "audience" }))).toEqual({
		problems: {},
		body: { name: "Runners", type: "audience", sets: [] },
	});
});

test("problems are shown beside their fields", () => {
	const read = readNewDesign(fields({ name: " ", type: "proximity", set_name: "", targeting_code: "a,b" }));
	expect(read.problems).toEqual({
		name: "This must not be blank.",
		targeting_code: "This must not hold commas or control characters.",
	});
});
