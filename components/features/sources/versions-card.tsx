import { rowsWithErrors } from "@/components/features/designs/editor/import/rows-with-errors";
import { Card } from "@/components/kit/ui/card";
import { Chip } from "@/components/kit/ui/chip";
import { nameOfPerson } from "@/components/kit/ui/person-words";
import { Moment } from "@/components/kit/ui/relative-time";
import { EmptyState } from "@/components/kit/ui/states";
import { formatBytes, formatCount, formatPlural } from "@/lib/browser/format";
import type { InventoryImportDetail, InventorySourceDetail } from "@/lib/contract/inventory";
import { RefusedInventory } from "./refused-inventory";

/** The versions of a source's data, newest first. */
export function VersionsCard({ source: { imports, import_count: count } }: { source: InventorySourceDetail }) {
	return (
		<Card title={formatPlural(count, "version")}>
			{imports.length === 0 ? (
				<EmptyState inCard title="No data yet">
					Audiences that use this source reach no one until an operator uploads its data.
				</EmptyState>
			) : (
				<ol aria-label="Versions" className="divide-y divide-line">
					{imports.map((version) => (
						<Version key={version.id} version={version} />
					))}
				</ol>
			)}
			{count > imports.length ? (
				<p className="border-line border-t px-3 py-2 text-muted text-small">
					Showing the newest {formatCount(imports.length)}.
				</p>
			) : null}
		</Card>
	);
}

/** What was done, before its actor. */
const MODE_WORDS = {
	replace: "replaced",
	append: "appended",
	expire: "expired rows removed",
	erase: "devices erased",
} as const;

function Version({ version }: { version: InventoryImportDetail }) {
	const { row_count, device_count, segment_count, refused_row_count: refused, newest_seen_at: newest } = version;
	const { expired_row_count: expired } = version;
	return (
		<li className="grid gap-1 px-3 py-2">
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
				<span className="font-medium">
					<Moment iso={version.processed_at} />
				</span>
				{version.current ? (
					<Chip tone="ok" explanation="Builds use this version.">
						current
					</Chip>
				) : null}
				<span className="text-muted text-small wrap-anywhere">
					{MODE_WORDS[version.mode]}{" "}
					{version.imported_by === null
						? "automatically"
						: `by ${nameOfPerson(version.imported_by_person, version.imported_by)}`}
				</span>
			</div>
			<p>
				{formatPlural(device_count, "device")} in {formatPlural(segment_count, "segment")},{" "}
				{formatPlural(row_count, "row")}, {formatBytes(version.size)}
				{version.mode === "append" ? ` · ${formatPlural(version.added_row_count, "new row")}` : null}
				{expired === 0 ? null : ` · ${formatPlural(expired, "row")} too old to keep`}
			</p>
			<p className="text-muted text-small">
				Device ids: {version.device_id_kind}
				{newest === null ? null : (
					<>
						{" "}
						· last seen <Moment iso={newest} />
					</>
				)}
			</p>
			{refused === 0 ? null : (
				<details>
					<summary className="-my-0.5 cursor-pointer py-0.5 text-warn">{rowsWithErrors(refused)}</summary>
					<div className="pt-2">
						<RefusedInventory taken={version} />
					</div>
				</details>
			)}
		</li>
	);
}
