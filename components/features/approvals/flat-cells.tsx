import { memo } from "react";
import type { FlatMap } from "@/components/kit/map/flat-map";
import { setLook } from "@/components/kit/map/set-look";
import { formatCount } from "@/lib/browser/format";
import type { GeofenceChanges } from "@/lib/contract/geofence-changes";
import { CHANGES, placeOfChange } from "./changed-fences";

type Cell = GeofenceChanges["cells"][number];

const LEAST = 3;
const MOST = 11;

/** Many geofences on a flat picture: a disc for each cell, with a part for each change. */
export const FlatCells = memo(function FlatCells({ cells, map }: { cells: readonly Cell[]; map: FlatMap }) {
	const total = ({ kept, added, removed, unknown }: Cell) => kept + added + removed + unknown;
	const largest = Math.max(1, ...cells.map(total));
	return cells.map((cell) => {
		const [x, y] = [map.x(cell.longitude), map.y(cell.latitude)];
		const radius = LEAST + (MOST - LEAST) * Math.sqrt(total(cell) / largest);
		const changed = cell.added + cell.removed;
		return (
			<g key={`${cell.longitude} ${cell.latitude}`} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
				{slicesOf(cell, radius).map(({ path, color }) => (
					<path key={color} d={path} fill={color} fillOpacity="0.75" className="stroke-surface" strokeWidth="0.5" />
				))}
				<title>{`${formatCount(total(cell))} geofences, ${formatCount(changed)} changed`}</title>
			</g>
		);
	});
});

/** The parts of a disc, clockwise from its top. */
function slicesOf(cell: Cell, radius: number): { path: string; color: string }[] {
	const total = cell.kept + cell.added + cell.removed + cell.unknown;
	let from = 0;
	return CHANGES.filter((change) => cell[change] > 0).map((change) => {
		const share = cell[change] / total;
		const color = `var(${setLook(placeOfChange(change)).token})`;
		const path = share === 1 ? discOf(radius) : sliceOf(radius, from, from + share);
		from += share;
		return { path, color };
	});
}

const discOf = (radius: number) =>
	`M0 ${-radius}A${radius} ${radius} 0 1 1 0 ${radius}A${radius} ${radius} 0 1 1 0 ${-radius}Z`;

function sliceOf(radius: number, from: number, to: number): string {
	const at = (share: number) => {
		const angle = share * 2 * Math.PI;
		return `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
	};
	return `M0 0L${at(from)}A${radius} ${radius} 0 ${to - from > 0.5 ? 1 : 0} 1 ${at(to)}Z`;
}
