import { describe, expect, test } from "vitest";
import type { ActivationRule } from "@/lib/contract/activation-rule";
import { newConditions, readRule, ruleChanges } from "./rule-fields";

const fieldsOf = (values: Record<string, string>): FormData => {
	const fields = new FormData();
	for (const [name, value] of Object.entries(values)) fields.set(name, value);
	return fields;
};
const TYPED = {
	name: "Refreshes",
	active_build: "on",
	with_change_within_percent: "on",
	change_within_percent: "20",
	with_organizations: "on",
	organizations: "rival, acme",
	time_zone: "Europe/Berlin",
} as const;
const written = (more: Record<string, string> = {}) => {
	const read = readRule(fieldsOf({ ...TYPED, ...more }), null);
	if ("problems" in read) throw new Error(JSON.stringify(read.problems));
	return read.body;
};

describe("what the dialog changes in a rule", () => {
	const organization = (slug: string) => ({ id: slug, slug, name: slug.toUpperCase() });
	const conditions = {
		...newConditions(),
		no_warnings: false,
		same_targeting_codes: false,
		daily_limit: null,
		time_zone: "Europe/Berlin",
		organizations: [organization("acme"), organization("rival")],
	};
	const rule = { name: "Refreshes", conditions } as ActivationRule;

	test("a new name alone does not send the conditions, which would turn the rule dry", () => {
		expect(ruleChanges(rule, written({ name: "Updates" }))).toEqual({ name: "Updates" });
	});

	test("nothing, where all fields are as they were", () => {
		expect(ruleChanges(rule, written())).toBeNull();
		const hours = [{ days: ["mon" as const], from: "08:00", to: "18:00" }];
		const timed = { ...rule, conditions: { ...conditions, hours } };
		expect(ruleChanges(timed, written({ with_hours: "on", mon: "on", from: "08:00", to: "18:00" }))).toBeNull();
	});

	test.each([
		{ change_within_percent: "10" },
		{ organizations: "acme" },
		{ time_zone: "UTC" },
		{ with_hours: "on", mon: "on", from: "08:00", to: "18:00" },
	])("other conditions: %o", (more) => {
		const body = written(more);
		expect(ruleChanges(rule, body)).toEqual({ conditions: body.conditions });
	});
});

test("what was typed wrong is named by its field", () => {
	expect(readRule(fieldsOf({ ...TYPED, change_within_percent: "-1", name: "" }), null)).toMatchObject({
		problems: { change_within_percent: "This must not be negative.", name: expect.any(String) },
	});
});
