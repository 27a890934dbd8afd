import { describe, expect, it } from "vitest";
import { standingOn } from "./standing-on";

const NOW = Date.parse("2026-03-01T12:00:00Z");
const one = (status: "activated" | "requested" | "rejected", build_id: string, target_id = "here") => ({
	target_id,
	build_id,
	status,
	filesize: 1_000,
	build_date: "2026-02-01T09:00:00.000Z",
});

describe("what a request meets on a target", () => {
	it("is nothing if no build of the design is activated", () => {
		const met = standingOn("here", "new", [one("activated", "old", "elsewhere"), one("rejected", "new")], NOW);
		expect(met).toEqual({ blocked: false, words: "Replaces nothing. No build of this design is active there." });
	});

	it("is the activated build with its day and size, and pending requests", () => {
		const met = standingOn("here", "new", [one("activated", "old"), one("requested", "older")], NOW);
		expect(met.blocked).toBe(false);
		expect(met.words).toMatch(
			/^Replaces the build of .+, once activated\. Another request for this design is pending there\.$/,
		);
	});

	it("is the build itself, which the contract rejects", () => {
		const met = standingOn("here", "new", [one("requested", "new")], NOW);
		expect(met).toEqual({ blocked: true, words: "This build is already pending there." });
	});
});
