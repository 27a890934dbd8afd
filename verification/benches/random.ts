// A seeded generator (mulberry32), so that all runs send the same lookups.
let state = 12345;
export const random = () => {
	state = (state + 0x6d2b79f5) | 0;
	let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
	mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
	return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};
export const below = (limit: number) => Math.floor(random() * limit);
export const pick = <T>(items: readonly T[]) => items[below(items.length)] as T;
export const hex = (digits: number) => Array.from({ length: digits }, () => below(16).toString(16)).join("");

/** The head of a targeting file of so many sets. */
export const metaOf = (sets: number) => ({
	design_id: "design",
	design_name: "Benchmark",
	build_id: "build",
	created_at: "2026-01-01T00:00:00.000Z",
	sets: Array.from({ length: sets }, (_, i) => ({ set_id: `${i}`, set_name: `Set ${i}`, targeting_code: `set${i}` })),
	sources: [],
});
