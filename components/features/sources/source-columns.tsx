import { createColumns } from "@/components/kit/table/table-columns";
import { Bytes } from "@/components/kit/ui/bytes";
import { Link } from "@/components/kit/ui/link";
import { HEAD_LINK } from "@/components/kit/ui/name-links";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import { formatCount } from "@/lib/browser/format";
import type { InventorySource } from "@/lib/contract/inventory";

/** A number, which has no head above it on a phone. */
const counted = (count: number, what: string) => (
	<span>
		{formatCount(count)}
		<span className="md:hidden"> {what}</span>
	</span>
);
const NONE = <span className="text-muted">—</span>;

/** The columns of inventory sources. */
export const sourceColumns = createColumns<InventorySource>([
	{
		id: "source",
		header: "Source",
		width: "w-auto",
		phone: "name",
		cell: ({ slug, name }) => (
			<div className="flex min-w-0 items-baseline gap-2">
				<Link href={`/sources?source=${encodeURIComponent(slug)}`} title={name} className={`truncate ${HEAD_LINK}`}>
					<bdi>{name}</bdi>
				</Link>
				<span className="truncate font-mono text-muted text-small max-md:hidden">{slug}</span>
			</div>
		),
	},
	{
		id: "users",
		header: "Usable by",
		width: "w-44 xl:w-56 2xl:w-80",
		shown: "md:max-lg:hidden",
		cell: ({ open, organizations }) =>
			open ? (
				<span className="text-muted">every organization</span>
			) : (
				<span title={organizations.map(({ name }) => name).join(", ")} className="block truncate">
					{organizations.map(({ name }) => name).join(", ")}
				</span>
			),
	},
	{
		id: "devices",
		header: "Devices",
		width: "w-28",
		number: true,
		phone: "detail",
		cell: ({ current_import: data }) => (data === null ? NONE : counted(data.device_count, "devices")),
	},
	{
		id: "segments",
		header: "Segments",
		width: "w-24",
		number: true,
		phone: "detail",
		cell: ({ current_import: data }) => (data === null ? NONE : counted(data.segment_count, "segments")),
	},
	{
		id: "rows",
		header: "Rows",
		width: "w-28",
		number: true,
		shown: "md:max-lg:hidden",
		cell: ({ current_import: data }) => (data === null ? NONE : formatCount(data.row_count)),
	},
	{
		id: "size",
		header: "Size",
		width: "w-24",
		number: true,
		shown: "md:max-xl:hidden",
		phone: "detail",
		cell: ({ current_import: data }) => (data === null ? NONE : <Bytes value={data.size} />),
	},
	{
		id: "processed",
		header: "Updated",
		width: "w-28",
		number: true,
		phone: "status",
		cell: ({ current_import: data }) =>
			data === null ? <span className="text-warn">no data yet</span> : <RelativeTime iso={data.processed_at} />,
	},
]);
