import { formatCount } from "@/lib/browser/format";
import type { GeofenceImport } from "@/lib/contract/geofence-import";
import { rowsWithErrors } from "./rows-with-errors";

/** The rows of an import with errors, by line and reason; `total` may be more than are listed. */
export function RefusedRows({ rows, total }: { rows: GeofenceImport["refused"]; total: number }) {
	if (rows.length === 0) return null;
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
		<div tabIndex={0} className="max-h-map overflow-y-auto rounded-md border border-line">
			<table className="w-full border-collapse">
				<caption className="px-3 py-1.5 text-start text-muted text-small">
					{rows.length < total
						? `The first ${formatCount(rows.length)} of ${rowsWithErrors(total)}`
						: rowsWithErrors(total)}
				</caption>
				<thead>
					<tr className="text-muted text-small">
						<th scope="col" className="w-16 px-3 py-1 text-end font-medium">
							Line
						</th>
						<th scope="col" className="px-3 py-1 font-medium">
							Reason
						</th>
					</tr>
				</thead>
				<tbody>
					{rows.map(({ line, reason }, place) => (
						// A line may have several errors, and the list does not change while shown.
						<tr key={`${line}:${place.toString()}`} className="border-line border-t">
							<td className="px-3 py-1 text-end align-top">{formatCount(line)}</td>
							<td className="px-3 py-1">
								<bdi>{reason}</bdi>
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}
