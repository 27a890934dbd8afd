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

/**
 * The arrays of an adaptive cell tree (formats.md, "Proximity"): for every place the sets that cover its whole cell, and
 * the few fences of which only a test can tell.
 */
export interface CellTreeSections {
	/** hash table of root cells: pairs of key plus one (zero is empty) and reference */
	roots: Uint32Array;
	/** sixteen references a node; a node stands behind those that it refers to */
	nodes: Uint32Array;
	/** leaves: number of a combination, number of fences, fences (position times two, plus one for polygons) */
	leaves: Uint32Array;
	/** where each combination of sets starts, and after the last one the end */
	combinationStarts: Uint32Array;
	/** 16 bits a set where that is enough for all sets of the file: half of a large filter's combinations */
	combinationSets: Uint16Array | Uint32Array;
}

/** A file with more sets than this has TSET in 32-bit numbers. */
export const MAX_SETS_IN_16_BITS = 2 ** 16;

/** References from here on are nodes, those below are positions in `leaves`. The leaf at 0 is the empty one. */
export const NODE_FLAG = 2 ** 31;

/** Where the search for a root cell starts in a table of 2^bits slots. */
export function rootSlot(key: number, bits: number): number {
	return Math.imul(key, 0x9e3779b1) >>> (32 - bits);
}

/** The reading side. It has no state of its own. */
export class CellTree {
	readonly leaves: Uint32Array;
	readonly combinationStarts: Uint32Array;
	readonly combinationSets: Uint16Array | Uint32Array;
	readonly #roots: Uint32Array;
	readonly #rootBits: number;
	readonly #nodes: Uint32Array;

	/**
	 * @param limits numbers of circles, polygons and sets that the tree may refer to
	 * @param verified whether the references were looked at before
	 * @throws {TargetingFileError} when a reference points to nothing
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

	/** The position in `leaves` of the leaf for a place (degrees; longitude below 180). */
	find(latitude: number, longitude: number): number {
		const y = rowPosition(latitude);
		const row = Math.floor(y);
		const x = columnPosition(longitude, row);
		const column = Math.floor(x);
		let reference = this.#root(rootKey(row, column));
		if (reference < NODE_FLAG) return reference;
		const fineX = Math.floor((x - column) * FINEST_PER_SIDE);
		const fineY = Math.floor((y - row) * FINEST_PER_SIDE);
		for (let shift = 2 * (MAX_DEPTH - 1); reference >= NODE_FLAG; shift -= 2) {
			const child = (((fineY >> shift) & 3) << 2) | ((fineX >> shift) & 3);
			reference = this.#nodes[(reference - NODE_FLAG) * CHILDREN + child] as number;
		}
		return reference;
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

/** Checks the leaves one after the other; a byte for each word says where a leaf starts. */
function requireLeaves(
	{ leaves, combinationStarts }: CellTreeSections,
	limits: { circles: number; polygons: number },
): Uint8Array {
	const starts = allocate(leaves.length, () => new Uint8Array(leaves.length));
	if (leaves.length < 2 || leaves[0] !== 0 || leaves[1] !== 0) refuse("LEAF", "does not start with the empty leaf");
	for (let at = 0; at < leaves.length; ) {
		starts[at] = 1;
		const end = at + 2 + (leaves[at + 1] ?? Infinity);
		if (end > leaves.length) refuse("LEAF", `holds a leaf at ${at} that does not end`);
		if ((leaves[at] as number) >= combinationStarts.length - 1)
			refuse("LEAF", `refers to a combination that there is not`);
		for (at += 2; at < end; at++) {
			const entry = leaves[at] as number;
			if (entry >>> 1 >= (entry & 1 ? limits.polygons : limits.circles))
				refuse("LEAF", "refers to a fence that there is not");
		}
	}
	return starts;
}

/** Checks that references lead to leaves, and through no more nodes than a lookup follows. */
function requireReferences({ roots, nodes }: CellTreeSections, leafStarts: Uint8Array, rootBits: number): void {
	if (!Number.isInteger(rootBits) || rootBits < 1 || rootBits > 31) refuse("ROOT", "is no table of roots");
	if (nodes.length % CHILDREN !== 0) refuse("NODE", "does not hold whole nodes");
	const heights = allocate(nodes.length / CHILDREN, () => new Uint8Array(nodes.length / CHILDREN));
	const heightOf = (reference: number, before: number, section: string): number => {
		if (reference < NODE_FLAG) return leafStarts[reference] === 1 ? 0 : refuse(section, "refers to no leaf");
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
		else if (key > KEY_LIMIT) refuse("ROOT", "holds a cell that there is not");
		else heightOf(roots[i + 1] as number, heights.length, "ROOT");
	}
	// A search ends at a free slot.
	if (free * 2 < roots.length / 2) refuse("ROOT", "is too full");
}
