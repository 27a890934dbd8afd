import { describe, expect, test } from "vitest";
import type { TagsInUse } from "@/lib/contract/tags";
import { tagSuggestions, tagsOf, takersOf } from "./tag-words";

const agent = (name: string, silent = false) => ({
	agent: name,
	target_id: "11111111-1111-4111-8111-111111111111",
	silent,
});

const inUse: TagsInUse = {
	tags: [
		{ tag: "north", deployments: 12, activated: 3, agents: [agent("edge-1"), agent("edge-2", true)] },
		{ tag: "south", deployments: 1, activated: 0, agents: [] },
		{ tag: "east", deployments: 0, activated: 0, agents: [agent("edge-1")] },
	],
	agents_without_tags: [],
};

test("the tags of a row", () => {
	expect(tagsOf({ tags: "" })).toEqual([]);
	expect(tagsOf({ tags: "a,b" })).toEqual(["a", "b"]);
});

test("suggestions say who carries a tag and who asks for it", () => {
	expect(tagSuggestions(inUse)).toEqual([
		{ value: "north", note: "12 deployments · edge-1, edge-2" },
		{ value: "south", note: "1 deployment · not used by any agent" },
		{ value: "east", note: "edge-1" },
	]);
	expect(tagSuggestions(undefined)).toEqual([]);
});

describe("which agents will load it", () => {
	test("those that ask for one of its tags, each once, silent ones marked", () => {
		expect(takersOf(["north", "east"], inUse)).toEqual({
			agents: ["edge-1", "edge-2 (offline)"],
			living: true,
			words: "Loaded by edge-1, edge-2 (offline).",
		});
	});
	test("those without tags, whatever it carries", () => {
		const open = { ...inUse, agents_without_tags: [agent("1e8611e2-dfa0-41f3-983f-c9c6d58ec957")] };
		expect(takersOf([], open).words).toBe("Loaded by Agent 1e8611e2.");
	});
	test("none, and why", () => {
		expect(takersOf([], inUse).words).toMatch(/every agent of this target has tags/);
		expect(takersOf(["south"], inUse).words).toMatch(/no agent of this target has/);
		expect(takersOf(["x"], { tags: [], agents_without_tags: [] }).words).toMatch(
			/No agent of this target has reported/,
		);
	});
});
