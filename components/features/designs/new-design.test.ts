import { expect, test } from "vitest";
import { createDesignBody } from "@/lib/contract/design";
import { NOTHING_YET, readNewDesign } from "./new-design";

const EXPRESSION = '{"sources":["acme"],"where":{"all":[{"segment":"a","min_visits":2},{"not":{"segment":"staff"}}]}}';

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

test("the service accepts the example expression", () => {
	const read = readNewDesign(fields({ name: "A", type: "audience", set_name: "B", audience: EXPRESSION }));
	expect(createDesignBody.safeParse("body" in read ? read.body : null).success).toBe(true);
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

test.each([
	["{", /^The expression is not JSON: /],
	['{"sources":["",1],"where":{"segment":"a"}}', /^"sources/],
	['{"sources":[],"where":{"segment":"a"}}', /^An audience needs at least one source/],
	['{"sources":["a"],"where":{"all":[{"segment":"b"},{"segment":""}]}}', /^An audience needs at least one source/],
	[JSON.stringify(NOTHING_YET), /^An audience needs at least one source/],
	['{"sources":["a"],"where":{"segmen":"a"}}', /^"where" must be a condition/],
	['{"sources":["a"],"where":{"all":[{"segment":1}]}}', /^"where/],
])("the expression %s is rejected", (audience, problem) => {
	const read = readNewDesign(fields({ name: "A", type: "audience", set_name: "B", audience }));
	expect("problems" in read ? read.problems.audience : "").toMatch(problem);
});
