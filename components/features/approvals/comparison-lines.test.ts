import { describe, expect, test } from "vitest";
import { ID, preview, request } from "@/components/features/deployments/testing";
import { comparisonLines } from "./comparison-lines";

const OLD = { id: ID, build_id: ID, filesize: 18_300_000, build_date: "2026-11-02T10:00:00.000Z" };
const set = (targeting_code: string) => ({ set_id: ID, set_name: targeting_code, targeting_code, items: 10 });
const build = { id: ID, filesize: 18_300_000, build_date: OLD.build_date };
const line = (name: string, ...of: Parameters<typeof comparisonLines>) =>
	comparisonLines(...of).find((each) => each.name === name);

describe("before the preview is there", () => {
	test("the list's own facts are compared", () => {
		expect(comparisonLines(request({ replaces: OLD }), null)).toMatchObject([
			{ name: "Build", before: OLD.build_date, change: "19 d newer", look: "muted" },
			{ name: "File", before: 18_300_000, after: 42_000_000, change: 23_700_000, look: "warn" },
		]);
	});

	test("a first build is compared with nothing", () => {
		expect(comparisonLines(request(), null)).toMatchObject([
			{ name: "Build", before: null, change: "first build" },
			{ name: "File", before: null, change: 42_000_000, look: "plain" },
		]);
	});
});

describe("with the preview", () => {
	const size = { before: 18_300_000, after: 42_000_000, change: 23_700_000, compared_with: "replaced", build } as const;

	test("geofences and sets are counted, and what is removed is marked", () => {
		const sets = { added: [set("A")], removed: [set("B"), set("C")], changed: [], unchanged: 3 };
		const known = preview({ size, sets, items: { before: 1_486, after: 3_426 } });
		expect(line("Geofences", request(), known)).toMatchObject({ before: 1_486, after: 3_426, change: 1_940 });
		expect(line("Sets", request(), known)).toMatchObject({
			before: 5,
			after: 4,
			change: "1 added, 2 removed",
			look: "warn",
		});
	});

	test("an audience reaches devices", () => {
		expect(line("Devices", request({ type: "audience" }), preview())).toMatchObject({ before: null, after: 3_426 });
	});

	test.each([
		[4_000, 2_000, { before: 4_000, after: 2_000, change: -2_000, look: "plain" }],
		[1_000, -500, { after: -500, change: -1_500, look: "warn" }],
		[null, null, { before: null, after: null, change: "no memory limit", look: "muted" }],
	])("of %s free bytes %s are left", (free_before, free_after, expected) => {
		const memory = {
			capacity: free_before === null ? null : 10_000,
			activated: 0,
			requested: 0,
			free_before,
			free_after,
			agents_short_of_memory: [],
		};
		expect(line("Free", request(), preview({ memory }))).toMatchObject(expected);
	});

	test("who does not administer the target sees nothing of its memory", () => {
		expect(line("Free", request(), preview())).toBeUndefined();
	});
});
