import Link from "next/link";
import { credentialWords, detailWords, statusWords } from "@/components/features/audit/history-words";
import { createColumns } from "@/components/kit/table/table-columns";
import { SENTENCE_LINK } from "@/components/kit/ui/name-links";
import { Moment, useNow } from "@/components/kit/ui/relative-time";
import type { AuditRecord } from "@/lib/contract/audit";
import { changeAddress, didWhat, toWhat } from "./change-words";

/** The columns of the audit log. */
export const auditColumns = createColumns<AuditRecord>([
	{
		id: "at",
		header: "When",
		width: "w-32 xl:w-40",
		card: "line",
		cell: ({ at }) => <Moment iso={at} />,
	},
	{
		id: "actor",
		header: "Who",
		width: "w-60 2xl:w-72",
		shown: "md:max-lg:hidden",
		cell: ({ actor }) => (
			<span className="wrap-anywhere">
				<bdi>{actor}</bdi>
			</span>
		),
	},
	{
		id: "change",
		header: "What",
		width: "w-auto",
		card: "title",
		cell: (record) => <Change record={record} />,
	},
	{
		id: "origin",
		header: "From",
		width: "w-36 xl:w-48",
		cell: (record) => (
			<div className="grid gap-0.5">
				<span>{credentialWords(record)}</span>
				{record.address === null ? null : (
					<span className="font-mono text-muted text-small wrap-anywhere">{record.address}</span>
				)}
			</div>
		),
	},
]);

function Change({ record }: { record: AuditRecord }) {
	const { actor, reason } = record;
	const address = changeAddress(record);
	const more = [statusWords(record), ...detailWords(record, useNow())].filter((words) => words !== null);
	return (
		<div className="grid gap-0.5">
			<span className="wrap-anywhere">
				<span className="md:max-lg:inline hidden">
					<bdi>{actor}</bdi>{" "}
				</span>
				{didWhat(record)}{" "}
				{address === null ? (
					<span className="font-medium">{toWhat(record)}</span>
				) : (
					<Link href={address} prefetch={false} className={`font-medium ${SENTENCE_LINK}`}>
						{toWhat(record)}
					</Link>
				)}
			</span>
			{reason === null ? null : (
				<span className="wrap-anywhere">
					“<bdi>{reason}</bdi>”
				</span>
			)}
			{more.length === 0 ? null : (
				<span className="line-clamp-3 text-muted text-small wrap-anywhere">{more.join(" · ")}</span>
			)}
		</div>
	);
}
