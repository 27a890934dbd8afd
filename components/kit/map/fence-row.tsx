import type { KeyboardEvent } from "react";
import { Checkbox } from "@/components/kit/table/checkbox";
import { cx } from "@/components/kit/ui/cx";
import { isCircle } from "@/lib/rules/geofences/covers";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import type { FenceColumn } from "./fence-columns";
import { boxOf, type FenceIndex } from "./fence-index";
import { degreesInWords, extentInWords, kindInWords, metersInWords } from "./fence-words";
import { SetSwatch } from "./set-swatch";

/** Height of a row in pixels: two lines, and room for a finger. */
export const ROW = 48;

export interface FenceRowProps {
	place: number;
	index: FenceIndex;
	row: number;
	/** Name of the set. */
	name: string;
	/** Further ones. */
	columns: readonly FenceColumn[];
	chosen: boolean;
	/** Whether the tab key comes here: one row stands for all, the arrows lead to the others. */
	reachable: boolean;
	/** Null where rows cannot be selected together. */
	picked: boolean | null;
	onChoose: (row: number) => void;
	onPick: (place: number, range: boolean) => void;
	onKeyDown: (event: KeyboardEvent) => void;
}

/** A geofence: name and set, kind and size, and where its middle is. */
export function FenceRow(props: FenceRowProps) {
	const { place, index, row, name, columns, chosen, reachable, picked, onChoose, onPick, onKeyDown } = props;
	const fence = index.fences[row];
	if (fence === undefined) return null;
	const box = boxOf(index, row);
	const [latitude, longitude] = degreesInWords([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]);
	return (
		<tr
			aria-rowindex={place + 1}
			className={cx("relative border-line border-t", chosen || picked ? "bg-accent-soft" : "hover:bg-sunken")}
			style={{ height: ROW }}
		>
			{picked === null ? null : (
				<td className="relative z-1 ps-3">
					<Checkbox
						checked={picked}
						reachable={reachable}
						label={`Select ${fence.properties.name ?? `geofence ${place + 1}`}`}
						onClick={(event) => onPick(place, event.shiftKey)}
					/>
				</td>
			)}
			<td className={cx("pe-2", picked === null ? "ps-3" : "ps-1")}>
				<button
					type="button"
					data-place={place}
					aria-pressed={chosen}
					tabIndex={reachable ? 0 : -1}
					onClick={() => onChoose(row)}
					onKeyDown={onKeyDown}
					className="flex w-full items-center gap-2 text-start after:absolute after:inset-0"
				>
					<SetSwatch place={index.sets[row] ?? 0} />
					<span className="grid min-w-0">
						<span className="truncate" title={fence.properties.name}>
							{fence.properties.name ?? <span className="text-muted">no name</span>}
						</span>
						<span className="sr-only">, </span>
						<span className="truncate text-muted text-small">
							<bdi>{name}</bdi>
						</span>
					</span>
				</button>
			</td>
			<td className="pe-2">
				<Lines first={kindInWords(fence)} second={sizeInWords(fence, box)} />
			</td>
			<td className="pe-3 text-end font-mono text-small">
				<Lines first={latitude} second={longitude} />
			</td>
			{columns.map(({ label, textOf }) => {
				const value = textOf(fence);
				return (
					<td key={label} className="truncate pe-3 text-small" title={value}>
						<bdi>{value}</bdi>
					</td>
				);
			})}
		</tr>
	);
}

function sizeInWords(fence: Geofence, box: [number, number, number, number]): string {
	if (isCircle(fence)) return `${metersInWords(fence.properties.radius)} radius`;
	return extentInWords(box);
}

const Lines = ({ first, second }: { first: string; second: string }) => (
	<>
		<span className="block truncate">{first}</span>
		<span className="block truncate text-muted text-small" title={second}>
			{second}
		</span>
	</>
);
