import { expect, test } from "vitest";
import { decisionWords } from "./decision-words";
import { liveWords } from "./live-words";
import { request } from "./testing";

test("an activation is told as live only where an agent loads it", () => {
	expect(liveWords("Northgrid EU", true)).toBe("Agents of Northgrid EU will load it.");
	expect(liveWords("Northgrid EU", false)).toBe("No online agent of Northgrid EU loads it, so it is not live yet.");
	expect(liveWords("Northgrid EU", null)).toBe("It goes live once an agent of Northgrid EU has loaded it.");
	expect(decisionWords("activate", request()).consequence).toBe(
		"Lookups return it once agents of Northgrid EU have loaded its 42.0 MB.",
	);
});
