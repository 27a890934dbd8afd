import { credentialWords, detailWords } from "@/components/features/audit/history-words";
import { createColumns } from "@/components/kit/table/table-columns";
import { Link } from "@/components/kit/ui/link";
import { SENTENCE_LINK } from "@/components/kit/ui/name-links";
import { Moment, useNow } from "@/components/kit/ui/relative-time";
import type { AuditRecord } from "@/lib/contract/audit";
import { didWhat } from "@/lib/contract/events/events";
import { isolate } from "@/lib/rules/text/isolate";
import { ActorName } from "./actor-name";
import { changeAddress, toWhat } from "./change-words";

/** The columns of the audit log. */
export const auditColumns = createColumns<AuditRecord>([
	{
		id: "at",
		header: "When",
		width: "w-32 xl:w-40",
		phone: "detail",
		cell: ({ at }) => <Moment iso={at} />,
	},
	{
		id: "actor",
		header: "Who",
		width: "w-60 min-[90rem]:w-72",
		shown: "md:max-lg:hidden",
		phone: "detail",
		cell: (record) => (
			<span className="block truncate">
				<ActorName event={record} organization />
			</span>
		),
	},
	{
		id: "change",
		header: "What",
		width: "w-auto",
		phone: "name",
		cell: (record) => <Change record={record} />,
	},
	{
		id: "about",
		header: "About",
		width: "",
		shown: "md:hidden",
		phone: "detail",
		cell: (record) => <About record={record} />,
	},
	{
		id: "origin",
		header: "From",
		width: "w-36 xl:w-48",
		cell: (record) => (
			<div className="grid min-w-0">
				<span className="truncate">{credentialWords(record)}</span>
				{record.address === null ? null : (
					<span className="truncate font-mono text-muted text-small">{record.address}</span>
				)}
			</div>
		),
	},
]);

/** Further details of a change, in a few words each. */
function useMore(record: AuditRecord): string {
	const { reason } = record;
	// The object has its name already.
	const details = detailWords(record, useNow()).filter((words) => words !== isolate(record.object_name ?? ""));
	return [...(reason === null ? [] : [`“${isolate(reason)}”`]), ...details].join(" · ");
}

const About = ({ record }: { record: AuditRecord }) => <span className="truncate">{useMore(record)}</span>;

function Change({ record }: { record: AuditRecord }) {
	const address = changeAddress(record);
	const more = useMore(record);
	return (
		<div className="grid min-w-0">
			<span className="-m-1 truncate p-1">
				<span className="md:max-lg:inline hidden">
					<ActorName event={record} sentence />{" "}
				</span>
				{didWhat(record)}{" "}
				{address === null ? (
					<span className="font-medium">{toWhat(record)}</span>
				) : (
					<Link href={address} className={`font-medium ${SENTENCE_LINK}`}>
						{toWhat(record)}
					</Link>
				)}
			</span>
			{more === "" ? null : (
				<span title={more} className="truncate text-muted text-small max-md:hidden">
					{more}
				</span>
			)}
		</div>
	);
}
