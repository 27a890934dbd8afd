import { expect, test } from "vitest";
import { z } from "zod";
import type { FormFields } from "./form-field";
import { changesOf, readForm, wordsIn } from "./read-form";

const FIELDS: FormFields = [
	{ name: "name", label: "Name" },
	[
		{ kind: "number", name: "size", label: "Size (kB)", unit: 1_000, optional: true },
		{ kind: "number", name: "reach", label: "Reach", optional: true, empty: 0 },
	],
	{ kind: "switch", name: "shared", label: "Shared" },
	{ kind: "boxes", name: "scopes", label: "Scopes", options: [], required: "Select at least one." },
	{ name: "slugs", label: "Slugs", optional: true, read: wordsIn },
	{ name: "owner", label: "Owner", optional: true, read: (text) => text || undefined },
	false,
	{ kind: "own", names: ["hours"], render: () => null },
];

function formOf(values: Record<string, string>): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(values)) form.set(name, value);
	return form;
}

test("each kind of field becomes what the body holds", () => {
	const typed = { name: " East ", size: "1.5", shared: "on", scopes: "manage", slugs: "a, b\na" };
	expect(readForm({ fields: FIELDS }, formOf(typed))).toEqual({
		problems: {},
		body: { name: "East", size: 1_500, reach: 0, shared: true, scopes: ["manage"], slugs: ["a", "b"] },
	});
	expect(readForm({ fields: FIELDS }, formOf({ owner: "me" })).body).toEqual({
		name: "",
		size: null,
		reach: 0,
		shared: false,
		scopes: [],
		slugs: [],
		owner: "me",
	});
});

test("a problem stands at the field that its path names; what no field shows, the API judges", () => {
	const wrong = z.never("must be something else");
	const schema = z.object({
		name: z.string().min(1, "must not be blank"),
		size: z.number("Invalid input: expected number, received null"),
		shared: z.literal("yes"),
		slugs: z.array(z.string().max(2, "must be short")),
		times: z.object({ hours: z.array(z.object({ from: wrong })) }),
		unseen: wrong,
	});
	const body = (values: Record<string, unknown>) => ({ ...values, times: { hours: [{ from: 1 }] }, unseen: 1 });
	const { problems } = readForm({ fields: FIELDS, body, schema }, formOf({ slugs: "long, longer" }));
	expect(problems).toEqual({
		name: "This must not be blank.",
		shared: "This is not valid.",
		scopes: "Select at least one.",
		slugs: "This must be short.",
		hours: "This must be something else.",
	});
});

test("changes are the values that differ, by their contents", () => {
	expect(changesOf({ a: [1, 2], b: "x", c: null }, { a: [1, 2], b: "y", c: null })).toEqual({ b: "x" });
	expect(changesOf<object>({ later: [] }, {})).toEqual({ later: [] });
});
