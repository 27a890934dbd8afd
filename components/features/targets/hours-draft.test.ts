import { expect, test } from "vitest";
import { activationHours } from "@/lib/contract/activation-window";
import { hoursProblem, NEW_HOURS, readHours } from "./hours-draft";

test("what the fields hold is what the service takes", () => {
	const drafts = [
		{ ...NEW_HOURS, key: 0 },
		{ ...NEW_HOURS, key: 1, from: "00:00", to: "00:00" },
		{ ...NEW_HOURS, key: 2, from: "22:00", to: "02:00" },
	];
	expect(drafts.map(hoursProblem)).toEqual([null, null, null]);
	const read = readHours(drafts, "Europe/Berlin");
	expect(activationHours.safeParse(read).success).toBe(true);
	expect(read?.hours.map(({ from, to }) => `${from}–${to}`)).toEqual(["08:00–18:00", "00:00–24:00", "22:00–02:00"]);
	expect(readHours([], "UTC")).toBeNull();
});

test.each([
	[{ days: [] }, "Choose at least one day."],
	[{ from: "" }, "Enter both times."],
	[{ from: "08:00", to: "08:00" }, "The two times must differ."],
])("hours with %j are told what they lack", (part, problem) => {
	expect(hoursProblem({ ...NEW_HOURS, ...part })).toBe(problem);
});
