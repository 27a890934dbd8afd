import { Bytes } from "@/components/kit/ui/bytes";
import { cx } from "@/components/kit/ui/cx";
import { useNow } from "@/components/kit/ui/relative-time";
import { formatByteChange, formatCount, formatDate, formatPlural } from "@/lib/browser/format";
import type { BuildDetail, SetDifference } from "@/lib/contract/build";

const signed = (change: number) => (change > 0 ? `+${formatCount(change)}` : `−${formatCount(-change)}`);

/** How a build differs from the previous one: in a line, and set by set on demand. */
export function BuildDifferences({ build }: { build: BuildDetail }) {
	const { differences, type } = build;
	if (differences === null) return null;
	const { size_change, items_before, items_after, sets_added, sets_removed, sets_changed, sets } = differences;
	const what = type === "proximity" ? "geofence" : "device";
	const items = items_after - items_before;
	// Counts of added and removed geofences may be missing for sets that both builds have.
	const known = sets.every(
		({ change, items_added }) => change === "added" || change === "removed" || items_added !== null,
	);
	const sum = (of: (set: SetDifference) => number | null) => sets.reduce((total, set) => total + (of(set) ?? 0), 0);
	const added = sum((set) => (set.change === "added" ? set.items_after : set.items_added));
	const removed = sum((set) => (set.change === "removed" ? set.items_before : set.items_removed));
	const counted = [
		added > 0 ? `+${formatPlural(added, what)}` : null,
		removed > 0 ? `−${formatPlural(removed, what)}` : null,
	];
	const net = items === 0 ? null : `${signed(items)} ${Math.abs(items) === 1 ? what : `${what}s`}`;
	const words = [
		sets_added > 0 ? `${formatPlural(sets_added, "set")} added` : null,
		sets_removed > 0 ? `${formatPlural(sets_removed, "set")} removed` : null,
		sets_changed > 0 ? `${formatPlural(sets_changed, "set")} changed` : null,
		...(known ? counted : [net]),
		size_change === 0 ? null : formatByteChange(size_change),
	].filter((word) => word !== null);
	if (words.length === 0) return <p className="text-muted text-small">Same as the previous build.</p>;
	const changed = sets.filter(({ change }) => change !== "unchanged");
	return (
		<details className="text-small">
			<summary className="-my-1 py-1">
				<span className="text-muted">vs. previous: </span>
				{words.join(", ")}
			</summary>
			{changed.length === 0 ? null : (
				<div className="overflow-x-auto">
					<table className="mt-1 w-full border-collapse">
						<caption className="sr-only">Sets that differ from the previous build</caption>
						<thead>
							<tr className="text-muted">
								<th scope="col" className="py-1 pe-3 font-medium">
									Set
								</th>
								<th scope="col" className="py-1 pe-3 text-end font-medium">
									before
								</th>
								<th scope="col" className="py-1 pe-3 text-end font-medium">
									after
								</th>
								<th scope="col" className="py-1 text-end font-medium">
									change
								</th>
							</tr>
						</thead>
						<tbody>
							{changed.map((set) => (
								<DifferenceRow key={`${set.set_id}:${set.change}`} set={set} />
							))}
						</tbody>
					</table>
				</div>
			)}
		</details>
	);
}

function DifferenceRow({ set }: { set: SetDifference }) {
	const {
		set_name,
		change,
		items_before: before,
		items_after: after,
		items_added: added,
		items_removed: removed,
	} = set;
	const counted = [added ? signed(added) : null, removed ? signed(-removed) : null].filter((word) => word !== null);
	const net = before === after ? "renamed" : signed((after ?? 0) - (before ?? 0));
	const words = change !== "changed" ? change : counted.length > 0 ? counted.join(" ") : net;
	return (
		<tr className="border-line border-t">
			<td className="py-1 pe-3">
				<bdi>{set_name}</bdi>
			</td>
			<td className="py-1 pe-3 text-end">{before === null ? "—" : formatCount(before)}</td>
			<td className="py-1 pe-3 text-end">{after === null ? "—" : formatCount(after)}</td>
			<td className={cx("py-1 text-end", change === "removed" ? "text-warn" : "")}>{words}</td>
		</tr>
	);
}

/** The sizes of the chart, as a table. */
export function SizeTable({ builds }: { builds: readonly BuildDetail[] }) {
	const now = useNow();
	return (
		<table className="sr-only">
			<caption>Sizes of the builds</caption>
			<thead>
				<tr>
					<th scope="col">Completed</th>
					<th scope="col">Size</th>
				</tr>
			</thead>
			<tbody>
				{builds.map(({ id, completed_at, requested_at, size }) => (
					<tr key={id}>
						<td>{formatDate(completed_at ?? requested_at, now)}</td>
						<td>{size === null ? "unknown" : <Bytes value={size} />}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
