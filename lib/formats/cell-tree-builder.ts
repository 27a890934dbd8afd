import { boxesMeet } from "@/lib/formats/box";
import { type Cell, CHILDREN, childCell, MAX_DEPTH, rootCell, rootKey, visitRootCells } from "@/lib/formats/cell-grid";
import { type CellTreeSections, NODE_FLAG, rootSlot } from "@/lib/formats/cell-tree";
import {
	circleAngle,
	classifyCircle,
	classifyPolygon,
	type MeasuredCell,
	measureCell,
} from "@/lib/formats/classify-fence";
import { CombinationTable } from "@/lib/formats/combination-table";
import { growableU32 } from "@/lib/formats/growable";
import { radixOrder } from "@/lib/formats/hilbert";
import type { PolygonGeometry } from "@/lib/formats/polygon-geometry";

/** Fences of one shape in file order; the first `large` of them are left to the packed tree. */
export interface ArrangedFences {
	boxes: Float64Array;
	sets: Uint32Array;
	large: number;
}

export interface CellTreeInput {
	circles: ArrangedFences & { geometry: Float64Array };
	polygons: ArrangedFences & { geometry: PolygonGeometry };
	setCount: number;
	leafLimit: number;
}

/** Words that a root cell may take per fence; beyond that it is divided less deeply. */
const WORDS_PER_FENCE = 32;

/** Builds the cell tree over the fences that are not large. */
export function buildCellTree(input: CellTreeInput): CellTreeSections {
	return new CellTreeBuilder(input).build();
}

class CellTreeBuilder {
	readonly #input: CellTreeInput;
	readonly #nodes = growableU32();
	readonly #leaves = growableU32();
	readonly #combinations = new CombinationTable();
	/** radius of each circle in radians, computed once instead of per cell */
	readonly #radii: Float64Array;
	/** leaves without fences, by combination; and the combinations in order of creation */
	readonly #plainLeaves = new Map<number, number>();
	readonly #plainCombinations: number[] = [];
	/** how many of the enclosing cells each set covers */
	readonly #coverage: Uint32Array;

	/** `#words` limit of the current root cell; beyond it the cell is divided less deeply */
	#room = Infinity;

	constructor(input: CellTreeInput) {
		this.#input = input;
		this.#coverage = new Uint32Array(input.setCount);
		const { geometry, sets } = input.circles;
		this.#radii = Float64Array.from(sets, (_, position) => circleAngle(geometry[position * 4 + 3] as number));
		// The first leaf is empty: all cells that no fence touches refer to it.
		this.#leaf([], []);
	}

	build(): CellTreeSections {
		const { keys, entries } = this.#spread();
		const order = radixOrder(keys);
		const roots: [key: number, reference: number][] = [];
		for (let from = 0, end = 0; from < order.length; from = end) {
			const key = keys[order[from] as number] as number;
			while (end < order.length && keys[order[end] as number] === key) end++;
			const list = Array.from(order.subarray(from, end), (index) => entries[index] as number);
			const reference = this.#root(key, list);
			if (reference !== 0) roots.push([key, reference]);
		}
		return {
			roots: hashRoots(roots),
			nodes: this.#nodes.view(),
			leaves: this.#leaves.view(),
			combinationStarts: this.#combinations.starts,
			combinationSets: this.#combinations.sets,
		};
	}

	/** Pairs every fence with the root cells that its box touches. */
	#spread(): { keys: Uint32Array; entries: Uint32Array } {
		const keys = growableU32();
		const entries = growableU32();
		for (const [isPolygon, fences] of [this.#input.circles, this.#input.polygons].entries()) {
			const { boxes } = fences;
			for (let position = fences.large; position < fences.sets.length; position++) {
				const [west, south, east, north] = boxes.subarray(position * 4, position * 4 + 4) as unknown as number[];
				visitRootCells(west as number, south as number, east as number, north as number, (row, first, last) => {
					for (let column = first; column <= last; column++) {
						keys.push(rootKey(row, column));
						entries.push(position * 2 + isPolygon);
					}
					return true;
				});
			}
		}
		return { keys: keys.view(), entries: entries.view() };
	}

	/** Divides a root cell as deeply as its budget allows. */
	#root(key: number, entries: number[]): number {
		for (let depth = MAX_DEPTH; ; depth--) {
			const before = this.#mark();
			// An undivided cell has to be accepted at any size.
			this.#room = depth === 0 ? Infinity : before.words + WORDS_PER_FENCE * entries.length + CHILDREN * 4;
			const reference = this.#cell(rootCell(key), entries, [], depth);
			if (this.#words() <= this.#room) return reference;
			this.#rollBack(before);
		}
	}

	/** Builds a cell and returns its reference; `covering` sets cover all of it. */
	#cell(cell: Cell, entries: number[], covering: number[], depth: number): number {
		const measured = measureCell(cell);
		const coverage = this.#coverage;
		const added: number[] = [];
		const onBorder: number[] = [];
		for (const entry of entries) {
			const set = this.#setOf(entry);
			if (coverage[set] !== 0) continue;
			const relation = this.#classify(measured, entry);
			if (relation === "inside") {
				coverage[set] = 1;
				added.push(set);
			} else if (relation === "border") {
				onBorder.push(entry);
			}
		}
		const covered = added.length > 0 ? [...covering, ...added] : covering;
		const kept = onBorder.filter((entry) => coverage[this.#setOf(entry)] === 0);
		const reference =
			kept.length > this.#input.leafLimit && depth > 0
				? this.#node(cell, kept, covered, depth - 1)
				: this.#leaf(kept, covered);
		for (const set of added) coverage[set] = 0;
		return reference;
	}

	#node(cell: Cell, entries: number[], covering: number[], depth: number): number {
		const children: number[] = [];
		for (let child = 0; child < CHILDREN; child++) {
			// Over budget the caller discards this subtree, so stop early.
			if (this.#words() > this.#room) return 0;
			children.push(this.#cell(childCell(cell, child), entries, covering, depth));
		}
		const [first] = children;
		if (first !== undefined && children.every((child) => child === first)) return first;
		const index = this.#nodes.length / CHILDREN;
		for (const child of children) this.#nodes.push(child);
		return NODE_FLAG + index;
	}

	#leaf(entries: number[], covering: number[]): number {
		const combination = this.#combinations.number(Uint32Array.from(covering).sort());
		if (entries.length === 0) {
			const known = this.#plainLeaves.get(combination);
			if (known !== undefined) return known;
			this.#plainLeaves.set(combination, this.#leaves.length);
			this.#plainCombinations.push(combination);
		}
		const reference = this.#leaves.length;
		this.#leaves.push(combination);
		this.#leaves.push(entries.length);
		for (const entry of entries) this.#leaves.push(entry);
		return reference;
	}

	#setOf(entry: number): number {
		const { circles, polygons } = this.#input;
		return (entry & 1 ? polygons : circles).sets[entry >>> 1] as number;
	}

	#classify(cell: MeasuredCell, entry: number) {
		const { circles, polygons } = this.#input;
		const position = entry >>> 1;
		const isPolygon = (entry & 1) === 1;
		if (!boxesMeet(cell.box, (isPolygon ? polygons : circles).boxes, position * 4)) return "outside";
		return isPolygon
			? classifyPolygon(cell, polygons.geometry, position)
			: classifyCircle(cell, circles.geometry, position * 4, this.#radii[position] as number);
	}

	#words(): number {
		return this.#nodes.length + this.#leaves.length + this.#combinations.words;
	}

	#mark() {
		return {
			nodes: this.#nodes.length,
			leaves: this.#leaves.length,
			combinations: this.#combinations.count,
			plain: this.#plainCombinations.length,
			words: this.#words(),
		};
	}

	#rollBack(mark: { nodes: number; leaves: number; combinations: number; plain: number }): void {
		this.#nodes.truncate(mark.nodes);
		this.#leaves.truncate(mark.leaves);
		this.#combinations.truncate(mark.combinations);
		for (const combination of this.#plainCombinations.splice(mark.plain)) this.#plainLeaves.delete(combination);
	}
}

/** Open addressing over root keys: pairs of key + 1 (0 is empty) and reference. */
function hashRoots(roots: readonly [key: number, reference: number][]): Uint32Array {
	let bits = 1;
	while (2 ** bits < roots.length * 2) bits++;
	const table = new Uint32Array(2 ** bits * 2);
	for (const [key, reference] of roots) {
		let slot = rootSlot(key, bits);
		while (table[slot * 2] !== 0) slot = (slot + 1) & (2 ** bits - 1);
		table[slot * 2] = key + 1;
		table[slot * 2 + 1] = reference;
	}
	return table;
}
