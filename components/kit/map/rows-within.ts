import type { Bounds } from "@/lib/contract/design";
import { type FenceIndex, projectX, projectY } from "./fence-index";

/** The rows of the fences whose middle lies in a box; its longitudes may run on beyond 180. */
export function rowsWithin(index: FenceIndex, [west, south, east, north]: NonNullable<Bounds>): number[] {
	const left = projectX(west);
	const width = Math.min(1, projectX(east) - left);
	const [top, bottom] = [projectY(north), projectY(south)];
	const rows: number[] = [];
	for (let row = 0; row < index.count; row += 1) {
		const y = index.ys[row] ?? 0;
		if (y < top || y > bottom) continue;
		const aside = (index.xs[row] ?? 0) - left;
		if (aside - Math.floor(aside) <= width) rows.push(row);
	}
	return rows;
}
