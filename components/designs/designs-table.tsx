import Link from "next/link";
import { DesignStatusChip } from "@/components/status/status-chip";
import { CopyId } from "@/components/ui/copy-id";
import { cx } from "@/components/ui/cx";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/states";
import { formatCount } from "@/lib/client/format";
import type { Design } from "@/lib/contract/design";

const SKELETON_ROWS = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
/** What small screens leave out stands below the name there. */
const WIDE = "max-md:hidden";
const VERY_WIDE = "max-xl:hidden";
const WIDEST = "max-2xl:hidden";
const CELL = "border-line border-t px-3 py-2 first:ps-4 last:pe-4 md:first:ps-6 md:last:pe-6";

const COLUMNS: { name: string; width: string; number?: boolean; shown?: string }[] = [
	{ name: "Design", width: "w-auto" },
	{ name: "Status", width: "w-36 max-md:w-40" },
	{ name: "Type", width: "w-24", shown: WIDE },
	{ name: "Sets", width: "w-16", number: true, shown: WIDE },
	{ name: "Active builds", width: "w-28", number: true, shown: WIDE },
	{ name: "Newest build", width: "w-32", shown: WIDEST },
	{ name: "Owner", width: "w-48", shown: VERY_WIDE },
	{ name: "Updated", width: "w-28", number: true, shown: WIDE },
];

export interface DesignsTableProps {
	/** Undefined while the first answer is on its way. */
	rows: Design[] | undefined;
	/** The rows are those of before. */
	refreshing: boolean;
	userId: string;
}

/** The list of designs; its columns keep their widths while it loads. */
export function DesignsTable({ rows, refreshing, userId }: DesignsTableProps) {
	return (
		<table
			className={cx("w-full table-fixed border-collapse", refreshing && "opacity-60")}
			aria-busy={rows === undefined}
		>
			<caption className="sr-only">{rows === undefined ? "Designs are being loaded" : "Designs"}</caption>
			<thead>
				<tr>
					{COLUMNS.map(({ name, width, number, shown }) => (
						<th
							key={name}
							scope="col"
							className={cx(
								"px-3 py-1.5 text-small font-medium text-muted first:ps-4 last:pe-4 md:first:ps-6 md:last:pe-6",
								width,
								number && "text-end",
								shown,
							)}
						>
							{name}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{rows === undefined
					? SKELETON_ROWS.map((key) => <SkeletonRow key={key} />)
					: rows.map((design) => <DesignRow key={design.id} design={design} mine={design.owner_id === userId} />)}
			</tbody>
		</table>
	);
}

function SkeletonRow() {
	return (
		<tr className="h-row">
			{COLUMNS.map(({ name, shown, number }) => (
				<td key={name} className={cx(CELL, shown)}>
					<Skeleton className={number ? "ms-auto w-8" : "w-24"} />
				</td>
			))}
		</tr>
	);
}

function DesignRow({ design, mine }: { design: Design; mine: boolean }) {
	const { id, name, type, status, sets, active_builds, most_recent_build, owner_name, updated_at } = design;
	return (
		<tr className="h-row hover:bg-sunken">
			<td className={CELL}>
				<Link href={`/designs/${id}`} className="block truncate rounded-sm font-medium hover:text-accent" title={name}>
					{name}
				</Link>
				<span className="block truncate text-muted text-small xl:hidden">
					<span className="md:hidden">
						{type} · <RelativeTime iso={updated_at} /> ·{" "}
					</span>
					{owner_name}
				</span>
			</td>
			<td className={CELL}>
				<DesignStatusChip status={status} />
			</td>
			<td className={cx(CELL, WIDE, "text-muted")}>{type}</td>
			<td className={cx(CELL, WIDE, "text-end")}>{formatCount(sets.length)}</td>
			<td className={cx(CELL, WIDE, "text-end", active_builds === 0 && "text-muted")}>{formatCount(active_builds)}</td>
			<td className={cx(CELL, WIDEST)}>
				{most_recent_build === null ? (
					<span className="text-muted">none</span>
				) : (
					<CopyId id={most_recent_build} what="build id" short />
				)}
			</td>
			<td className={cx(CELL, VERY_WIDE, "truncate text-muted")} title={owner_name}>
				{mine ? "me" : owner_name}
			</td>
			<td className={cx(CELL, WIDE, "text-end text-muted")}>
				<RelativeTime iso={updated_at} />
			</td>
		</tr>
	);
}
