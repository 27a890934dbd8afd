import { createColumns } from "@/components/kit/table/table-columns";
import { Link } from "@/components/kit/ui/link";
import { HEAD_LINK, ROW_LINK } from "@/components/kit/ui/name-links";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import { formatCount, formatPlural } from "@/lib/browser/format";
import type { Target } from "@/lib/contract/target";
import { MemoryBar } from "./memory-bar";
import { TargetSyncChip } from "./sync-words";

const NOT_YOURS = <span className="text-muted">—</span>;

/** The columns of targets; of those that the reader does not administer only the name is known. */
export const targetColumns = createColumns<Target>([
	{
		id: "target",
		header: "Target",
		width: "w-auto",
		phone: "name",
		cell: ({ id, name, org_name, type, administered }) => (
			<div className="grid gap-0.5">
				{administered ? (
					<Link href={`/targets/${id}`} className={HEAD_LINK}>
						<bdi>{name}</bdi>
					</Link>
				) : (
					<span className="font-medium">
						<bdi>{name}</bdi>
					</span>
				)}
				<span className="text-muted text-small max-md:hidden">
					<bdi>{org_name}</bdi> · {type}
				</span>
			</div>
		),
	},
	{
		id: "sync",
		header: "Status on agents",
		width: "w-40 xl:w-44",
		phone: "status",
		cell: ({ overview }) => (overview === null ? NOT_YOURS : <TargetSyncChip overview={overview} />),
	},
	{
		id: "agents",
		header: "Agents",
		width: "w-32 xl:w-44",
		shown: "md:max-lg:hidden",
		phone: "detail",
		cell: ({ overview }) =>
			overview === null ? (
				NOT_YOURS
			) : (
				<div>
					{formatCount(overview.agents.living)} online
					{overview.agents.silent > 0 ? (
						<span className="text-warn">, {formatCount(overview.agents.silent)} offline</span>
					) : null}
					<span className="block text-muted text-small max-md:inline max-md:before:mx-1.5 max-md:before:content-['·']">
						{overview.agents.last_seen_at === null ? (
							"never connected"
						) : (
							<>
								last seen <RelativeTime iso={overview.agents.last_seen_at} sentence />
							</>
						)}
					</span>
				</div>
			),
	},
	{
		id: "deployments",
		header: "Deployments",
		width: "w-32 xl:w-36",
		phone: "detail",
		cell: ({ id, overview }) =>
			overview === null ? (
				NOT_YOURS
			) : (
				<div className="grid gap-1 max-md:flex max-md:gap-1.5">
					<Link href={`/deployments?target_id=${id}&status=activated`} className={ROW_LINK}>
						{formatCount(overview.activated)} activated
					</Link>
					<Link href={`/deployments?target_id=${id}&status=requested`} className={ROW_LINK}>
						<span className={overview.requested > 0 ? "text-warn" : "text-muted"}>
							{formatPlural(overview.requested, "request")}
						</span>
					</Link>
				</div>
			),
	},
	{
		id: "memory",
		header: "Memory",
		width: "w-48 xl:w-64 2xl:w-96",
		cell: ({ overview }) => (overview === null ? NOT_YOURS : <MemoryBar memory={overview.memory} />),
	},
]);
