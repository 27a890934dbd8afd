import { expect, test } from "vitest";
import { readForm } from "@/components/kit/form/read-form";
import { createTargetBody } from "@/lib/contract/target";
import { targetFields } from "./target-fields";

const VALID = {
	name: "Metro East",
	slug: "metro-east",
	type: "on-premises",
	memory_capacity: "1.5",
	accepted_organizations: "brightside, harbour\nbrightside",
	size_warning_factor: "2.5",
	request_ttl_seconds: "48",
	required_approvals: "2",
};

function fields(values: Record<string, string>): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(values)) form.set(name, value);
	return form;
}

const FORM = {
	fields: targetFields({ accepted: { initial: [], known: [] }, withOwner: true }),
	schema: createTargetBody,
};
const readTarget = (form: FormData) => readForm(FORM, form);

test("megabytes are bytes, hours are seconds, organizations are named once", () => {
	expect(readTarget(fields({ ...VALID, four_eyes: "on" }))).toEqual({
		problems: {},
		body: {
			name: "Metro East",
			slug: "metro-east",
			type: "on-premises",
			memory_capacity: 1_500_000,
			accepted_organizations: ["brightside", "harbour"],
			four_eyes: true,
			size_warning_factor: 2.5,
			request_ttl_seconds: 172_800,
			required_approvals: 2,
			second_approval_for_delete: false,
			refuses_sensitive_places: false,
		},
	});
});

test("what is left empty is not stated", () => {
	const read = readTarget(
		fields({ ...VALID, memory_capacity: "", request_ttl_seconds: "", accepted_organizations: " " }),
	);
	expect(read.body).toMatchObject({
		memory_capacity: null,
		request_ttl_seconds: null,
		accepted_organizations: [],
		four_eyes: false,
	});
});

test.each([
	["name", { name: " " }],
	["slug", { slug: "Metro East" }],
	["memory_capacity", { memory_capacity: "0" }],
	["memory_capacity", { memory_capacity: "much" }],
	["size_warning_factor", { size_warning_factor: "1" }],
	["request_ttl_seconds", { request_ttl_seconds: "0.01" }],
	["required_approvals", { required_approvals: "6" }],
	["accepted_organizations", { accepted_organizations: "Brightside Media!" }],
])("a wrong %s is said beside its field", (field, wrong) => {
	const read = readTarget(fields({ ...VALID, ...wrong }));
	expect(Object.keys(read.problems)).toEqual([field]);
});
