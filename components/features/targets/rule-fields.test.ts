import { describe, expect, test } from "vitest";
import { changesOf, readForm } from "@/components/kit/form/read-form";
import { createRuleBody, type RuleConditions } from "@/lib/contract/activation-rule";
import { CONDITION_NAMES, readConditions } from "./rule-fields";

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
const read = (more: Record<string, string>, kept: RuleConditions["hours"] = null) =>
	readForm(
		{
			fields: [
				{ name: "name", label: "Name" },
				{ kind: "own", names: CONDITION_NAMES, render: () => null },
			],
			body: ({ name }, form) => ({ name, conditions: readConditions(form, kept) }),
			schema: createRuleBody,
		},
		fieldsOf({ ...TYPED, ...more }),
	);
const changes = (more: Record<string, string>, before: Record<string, string> = {}) =>
	changesOf(read(more).body, read(before).body);

describe("what the dialog changes in a rule", () => {
	test("a new name alone does not send the conditions, which would turn the rule dry", () => {
		expect(changes({ name: "Updates" })).toEqual({ name: "Updates" });
	});

	test("nothing, where all fields are as they were", () => {
		expect(changes({})).toEqual({});
		expect(changes({ organizations: "acme, rival" })).toEqual({});
		const timed = { with_hours: "on", mon: "on", from: "08:00", to: "18:00" };
		expect(changes(timed, timed)).toEqual({});
	});

	test.each([
		{ change_within_percent: "10" },
		{ organizations: "acme" },
		{ time_zone: "UTC" },
		{ with_hours: "on", mon: "on", from: "08:00", to: "18:00" },
	])("other conditions: %o", (more) => {
		expect(changes(more)).toEqual({ conditions: read(more).body.conditions });
	});
});

test("several hours stay as they are", () => {
	const hours = [
		{ days: ["mon" as const], from: "08:00", to: "12:00" },
		{ days: ["mon" as const], from: "13:00", to: "18:00" },
	];
	expect(read({ with_hours: "on" }, hours)).toMatchObject({ problems: {}, body: { conditions: { hours } } });
});

test("what was typed wrong is named by its field", () => {
	expect(read({ change_within_percent: "-1", daily_limit: "", with_daily_limit: "on", name: "" }).problems).toEqual({
		change_within_percent: "This must not be negative.",
		daily_limit: "Enter a number.",
		name: expect.any(String),
	});
});
