import { Card } from "@/components/kit/ui/card";
import { EmptyState } from "@/components/kit/ui/states";
import { formatBytes, formatCount, formatPlural } from "@/lib/browser/format";
import type { InventoryPart, InventorySourceDetail } from "@/lib/contract/inventory";

const MAX_ROWS = 20;

/** The files of the current version with the days of their visits, and how long these are kept. */
export function PartsCard({ source: { parts, keep_days: days } }: { source: InventorySourceDetail }) {
	if (parts.length === 0 && days === null) return null;
	return (
		<Card title="Days">
			<p className="px-3 py-2 text-muted text-small">
				{days === null
					? "Visits are kept until the data is replaced."
					: `Visits are kept for ${formatPlural(days, "day")} (UTC), today included.`}
			</p>
			{parts.length === 0 ? (
				<EmptyState inCard title="No visits">
					All visits were older than the source keeps.
				</EmptyState>
			) : (
				<ul aria-label="Days" className="divide-y divide-line border-line border-t">
					{parts.slice(0, MAX_ROWS).map((part) => (
						<li key={part.id} className="flex flex-wrap items-baseline justify-between gap-x-3 px-3 py-2">
							<span>{daysOf(part)}</span>
							<span className="text-muted text-small tabular-nums">
								{formatPlural(part.row_count, "row")}, {formatBytes(part.size)}
							</span>
						</li>
					))}
				</ul>
			)}
			{parts.length > MAX_ROWS ? (
				<p className="border-line border-t px-3 py-2 text-muted text-small">
					Showing the newest {formatCount(MAX_ROWS)} of {formatCount(parts.length)} uploads.
				</p>
			) : null}
		</Card>
	);
}

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

/** Days are those of UTC, by which visits are kept: not those of the reader's zone. */
function daysOf({ first_seen_at: first, last_seen_at: last }: InventoryPart): string {
	if (last === null) return "No visits";
	const end = DAY.format(new Date(last));
	if (first === null) return `until ${end}`;
	const start = DAY.format(new Date(first));
	return start === end ? start : `${start} – ${end}`;
}
