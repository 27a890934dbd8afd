import { describe, expect, it } from "vitest";
import { standingOn } from "./standing";

const NOW = Date.parse("2026-03-01T12:00:00Z");
const one = (status: "activated" | "requested" | "rejected", build_id: string, target_id = "here") => ({
	target_id,
	build_id,
	status,
	filesize: 1_000,
	build_date: "2026-02-01T09:00:00.000Z",
});

describe("what a request would meet on a target", () => {
	it("is nothing where no build of the design is activated", () => {
		const met = standingOn("here", "new", [one("activated", "old", "elsewhere"), one("rejected", "new")], NOW);
		expect(met).toEqual({ blocked: false, words: "Replaces nothing: no build of the design is activated there." });
	});

	it("is the activated build, told by its day and size, and requests that wait", () => {
		const met = standingOn("here", "new", [one("activated", "old"), one("requested", "older")], NOW);
		expect(met.blocked).toBe(false);
		expect(met.words).toMatch(
			/^Replaces the build of .+, once activated\. Another request of the design waits there\.$/,
		);
	});

	it("is the build itself, which the contract refuses", () => {
		const met = standingOn("here", "new", [one("requested", "new")], NOW);
		expect(met).toEqual({ blocked: true, words: "This build is requested there." });
	});
});
