import { expect, test } from "vitest";
import { ID, request } from "@/components/features/deployments/testing";
import type { BulkPreview } from "@/lib/contract/bulk-preview";
import { byRisk } from "../by-risk";
import type { QueueRow } from "../queue-types";
import { reviewStacks } from "./review-stacks";

const row = (id: string, over: Partial<QueueRow> = {}): QueueRow => ({
	...request({ id, design_id: id, filesize: 9_000 }),
	warnings: [],
	comment_count: 0,
	...over,
});
const warned = (code: "no_living_agent" | "exceeds_memory" | "superseded") => ({ warnings: [{ code, message: code }] });
const previewOf = (rows: readonly QueueRow[], free: number | null = null): BulkPreview => ({
	items: rows.map(({ id, filesize, warnings = [] }) => ({
		id,
		target_id: ID,
		growth: filesize,
		bounds: null,
		warnings,
	})),
	targets: [{ id: ID, name: "Northgrid EU", capacity: free, free }],
});
const stacks = (rows: readonly QueueRow[], free?: number) =>
	reviewStacks(rows, previewOf(rows, free)).map(({ title, requests }) => [
		title,
		requests.map(({ id }) => id).join(""),
	]);

test("alike are those of one type, kind and size class, without a warning; the largest stack comes first", () => {
	const small = ["a", "b", "c"].map((id) => row(id));
	const refreshed = ["d", "e", "f", "g"].map((id) =>
		row(id, {
			filesize: 30_000,
			replaces: { id: ID, build_id: ID, filesize: 25_000, build_date: "2026-11-02T10:00:00Z" },
		}),
	);
	const audiences = ["h", "i"].map((id) => row(id, { type: "audience" }));
	expect(stacks([...small, ...audiences, ...refreshed])).toEqual([
		["4 refreshed builds under 200 kB, agents online", "defg"],
		["3 first builds under 20 kB, agents online", "abc"],
	]);
});

test("what has to be read is in no stack, nor what does not fit beside the others", () => {
	const plain = ["a", "b", "c"].map((id) => row(id));
	const others = [
		row("w", warned("no_living_agent")),
		row("m", { comment_count: 1 }),
		row("p", { proposed: { activate_at: "2026-12-01T00:00:00Z", deactivate_at: null } }),
		row("x", { design_name: "Unmoved Сafe" }),
		row("l", { replaces: { id: ID, build_id: ID, filesize: 3_000, build_date: "2026-11-02T10:00:00Z" } }),
	];
	expect(stacks([...others, ...plain])).toEqual([["3 first builds under 20 kB, agents online", "abc"]]);
	expect(stacks([...plain, row("d")], 30_000)).toEqual([["3 first builds under 20 kB, agents online", "abc"]]);
	expect(stacks(plain, 20_000)).toEqual([]);
});

test("a review goes from the gravest warning to none", () => {
	const rows = [
		row("a"),
		row("b", warned("superseded")),
		row("c", warned("exceeds_memory")),
		row("d"),
		row("e", warned("no_living_agent")),
	];
	expect(
		byRisk(rows)
			.map(({ id }) => id)
			.join(""),
	).toBe("cebad");
});
