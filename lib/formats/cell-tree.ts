import { allocate } from "@/lib/formats/allocate";
import {
	CHILDREN,
	columnPosition,
	FINEST_PER_SIDE,
	KEY_LIMIT,
	MAX_DEPTH,
	rootKey,
	rowPosition,
} from "@/lib/formats/cell-grid";
import { TargetingFileError } from "@/lib/formats/errors";
import type { PointWave } from "@/lib/formats/point-wave";

/**
 * The arrays of an adaptive cell tree (formats.md, "Proximity"): per place, the sets that cover its
 * whole cell, and the few fences that have to be tested.
 */
export interface CellTreeSections {
	/** hash table of root cells: pairs of key plus one (zero is empty) and reference */
	roots: Uint32Array;
	/** sixteen references a node; children stand before their parent */
	nodes: Uint32Array;
	/** leaves: combination, number of fences, fences (position * 2, + 1 for polygons) */
	leaves: Uint32Array;
	/** start of each combination of sets, and the end of the last one */
	combinationStarts: Uint32Array;
	/** u16 where the number of sets allows it, which halves the combinations of a large filter */
	combinationSets: Uint16Array | Uint32Array;
}

/** Files with more sets than this store TSET as u32. */
export const MAX_SETS_IN_16_BITS = 2 ** 16;

/** References from here on are nodes, smaller ones are positions in `leaves`. Leaf 0 is empty. */
export const NODE_FLAG = 2 ** 31;

/** First slot to probe for a root cell in a table of 2^bits slots. */
export function rootSlot(key: number, bits: number): number {
	return Math.imul(key, 0x9e3779b1) >>> (32 - bits);
}

/** Reads a cell tree. Stateless. */
export class CellTree {
	readonly leaves: Uint32Array;
	readonly combinationStarts: Uint32Array;
	readonly combinationSets: Uint16Array | Uint32Array;
	readonly #roots: Uint32Array;
	readonly #rootBits: number;
	readonly #nodes: Uint32Array;

	/**
	 * @param limits numbers of circles, polygons and sets that the tree may refer to
	 * @param verified whether the references were verified before
	 * @throws {TargetingFileError} when a reference is dangling
	 */
	constructor(
		sections: CellTreeSections,
		limits: { circles: number; polygons: number; sets: number },
		verified: boolean,
	) {
		this.leaves = sections.leaves;
		this.combinationStarts = sections.combinationStarts;
		this.combinationSets = sections.combinationSets;
		this.#roots = sections.roots;
		this.#nodes = sections.nodes;
		this.#rootBits = Math.log2(sections.roots.length / 2);
		if (verified) return;
		requireCombinations(sections, limits.sets);
		requireReferences(sections, requireLeaves(sections, limits), this.#rootBits);
	}

	/** Finds the leaves of a wave's points, as positions in `leaves`. */
	find(wave: PointWave): void {
		this.#findRoots(wave);
		const nodes = this.#nodes;
		const { count, leaves, columns, rows } = wave;
		for (let shift = 2 * (MAX_DEPTH - 1); shift >= 0; shift -= 2) {
			for (let i = 0; i < count; i++) {
				const reference = leaves[i] as number;
				if (reference < NODE_FLAG) continue;
				const child = ((((rows[i] as number) >> shift) & 3) << 2) | (((columns[i] as number) >> shift) & 3);
				leaves[i] = nodes[(reference - NODE_FLAG) * CHILDREN + child] as number;
			}
		}
	}

	#findRoots({ count, latitudes, longitudes, keys, leaves, columns, rows }: PointWave): void {
		for (let i = 0; i < count; i++) {
			const y = rowPosition(latitudes[i] as number);
			const row = Math.floor(y);
			const x = columnPosition(longitudes[i] as number, row);
			const column = Math.floor(x);
			keys[i] = rootKey(row, column);
			columns[i] = (x - column) * FINEST_PER_SIDE;
			rows[i] = (y - row) * FINEST_PER_SIDE;
		}
		for (let i = 0; i < count; i++) leaves[i] = this.#root(keys[i] as number);
	}

	#root(key: number): number {
		const roots = this.#roots;
		const mask = roots.length / 2 - 1;
		let slot = rootSlot(key, this.#rootBits);
		for (;;) {
			const found = roots[slot * 2] as number;
			if (found === key + 1) return roots[slot * 2 + 1] as number;
			if (found === 0) return 0;
			slot = (slot + 1) & mask;
		}
	}
}

function refuse(section: string, message: string): never {
	throw new TargetingFileError("invalid_content", `section ${section} ${message}`);
}

function requireCombinations({ combinationStarts, combinationSets }: CellTreeSections, sets: number): void {
	const count = combinationStarts.length - 1;
	if (count < 1 || combinationStarts[0] !== 0 || combinationStarts[count] !== combinationSets.length) {
		refuse("TCMB", "does not index the sets");
	}
	for (let i = 0; i < count; i++) {
		const start = combinationStarts[i] as number;
		const end = combinationStarts[i + 1] as number;
		if (end < start || end > combinationSets.length) refuse("TCMB", "does not rise");
		for (let at = start; at < end; at++) {
			const set = combinationSets[at] as number;
			if (set >= sets || (at > start && set <= (combinationSets[at - 1] as number))) {
				refuse("TSET", "does not list sets in ascending order");
			}
		}
	}
}

/** Checks all leaves; returns a byte per word that marks the start of a leaf. */
function requireLeaves(
	{ leaves, combinationStarts }: CellTreeSections,
	limits: { circles: number; polygons: number },
): Uint8Array {
	const starts = allocate(leaves.length, () => new Uint8Array(leaves.length));
	if (leaves.length < 2 || leaves[0] !== 0 || leaves[1] !== 0) refuse("LEAF", "does not start with the empty leaf");
	for (let at = 0; at < leaves.length; ) {
		starts[at] = 1;
		const end = at + 2 + (leaves[at + 1] ?? Infinity);
		if (end > leaves.length) refuse("LEAF", `has a truncated leaf at ${at}`);
		if ((leaves[at] as number) >= combinationStarts.length - 1)
			refuse("LEAF", `refers to a combination that does not exist`);
		for (at += 2; at < end; at++) {
			const entry = leaves[at] as number;
			if (entry >>> 1 >= (entry & 1 ? limits.polygons : limits.circles))
				refuse("LEAF", "refers to a fence that does not exist");
		}
	}
	return starts;
}

/** Checks that references lead to leaves, through no more nodes than a lookup follows. */
function requireReferences({ roots, nodes }: CellTreeSections, leafStarts: Uint8Array, rootBits: number): void {
	if (!Number.isInteger(rootBits) || rootBits < 1 || rootBits > 31) refuse("ROOT", "is not a table of roots");
	if (nodes.length % CHILDREN !== 0) refuse("NODE", "does not hold whole nodes");
	const heights = allocate(nodes.length / CHILDREN, () => new Uint8Array(nodes.length / CHILDREN));
	const heightOf = (reference: number, before: number, section: string): number => {
		if (reference < NODE_FLAG)
			return leafStarts[reference] === 1 ? 0 : refuse(section, "refers to a leaf that does not exist");
		if (reference - NODE_FLAG >= before) refuse(section, "refers to a node that does not stand before it");
		return heights[reference - NODE_FLAG] as number;
	};
	for (let i = 0; i < nodes.length; i++) {
		const node = Math.floor(i / CHILDREN);
		const height = heightOf(nodes[i] as number, node, "NODE") + 1;
		if (height > MAX_DEPTH) refuse("NODE", "is too deep");
		if (height > (heights[node] as number)) heights[node] = height;
	}
	let free = 0;
	for (let i = 0; i < roots.length; i += 2) {
		const key = roots[i] as number;
		if (key === 0) free++;
		else if (key > KEY_LIMIT) refuse("ROOT", "holds a cell that does not exist");
		else heightOf(roots[i + 1] as number, heights.length, "ROOT");
	}
	// Without a free slot a search would not end.
	if (free * 2 < roots.length / 2) refuse("ROOT", "is too full");
}
