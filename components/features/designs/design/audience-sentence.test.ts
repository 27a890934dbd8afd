import { expect, test } from "vitest";
import type { AudienceExpression } from "@/lib/contract/audience";
import { audienceSentence } from "./audience-sentence";

const say = (where: AudienceExpression) => audienceSentence({ sources: ["acme-mobile"], where });

test("conditions say how often and when, if they do", () => {
	expect(say({ segment: "gym" })).toBe("Devices in acme-mobile seen in gym.");
	expect(say({ segment: "gym", min_visits: 2, within_days: 1 })).toBe(
		"Devices in acme-mobile seen in gym at least 2 times within 1 day.",
	);
});

test("groups inside groups are told apart", () => {
	const where: AudienceExpression = {
		all: [
			{ segment: "coffee-drinkers", within_days: 30 },
			{ any: [{ segment: "gym" }, { segment: "runners" }] },
			{ not: { any: [{ segment: "staff" }, { segment: "students" }] } },
			{ any: [{ segment: "alone" }] },
		],
	};
	expect(say(where)).toBe(
		"Devices in acme-mobile seen in coffee-drinkers within 30 days and (gym or runners) and not (staff or students) and alone.",
	);
	expect(audienceSentence({ sources: ["a", "b"], where: { not: { segment: "x" } } })).toBe(
		"Devices in a or b seen in not x.",
	);
});
