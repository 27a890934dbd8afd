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
		"Devices in a or b not seen in x.",
	);
	expect(say({ all: [{ not: { segment: "staff" } }, { segment: "gym" }] })).toBe(
		"Devices in acme-mobile seen in gym and not staff.",
	);
});

test("a draft without sources or segments makes sentences too", () => {
	expect(audienceSentence({ sources: [], where: { segment: "museum" } })).toBe("No source selected yet.");
	expect(say({ any: [{ segment: "" }, { segment: "gym" }] })).toBe(
		"Devices in acme-mobile seen in an unnamed segment or gym.",
	);
});
