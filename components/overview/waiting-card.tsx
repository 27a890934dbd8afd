import Link from "next/link";
import { Card } from "@/components/ui/card";
import { HEAD_LINK } from "@/components/ui/name-links";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Overview, WaitingRequest } from "@/lib/contract/overview";
import { SectionList, Under } from "./section-list";

/** What waits for the reader, and what of theirs waits for others. */
export function WaitingCard({ waiting }: { waiting: Overview["waiting"] }) {
	return (
		<Card title="Waiting">
			{waiting.to_decide === null ? null : (
				<SectionList
					title={waiting.to_decide.total === 1 ? "request waits for your decision" : "requests wait for your decision"}
					section={waiting.to_decide}
					none="Nothing to decide."
					tone="warn"
					keyOf={({ deployment_id }) => deployment_id}
				>
					{(row) => <Request row={row} href={`/approvals?request=${row.deployment_id}`} />}
				</SectionList>
			)}
			<SectionList
				title={waiting.my_requests.total === 1 ? "request of yours waits" : "requests of yours wait"}
				section={waiting.my_requests}
				none="You wait for nobody."
				keyOf={({ deployment_id }) => deployment_id}
			>
				{(row) => <Request row={row} href={`/deployments/${row.deployment_id}`} />}
			</SectionList>
		</Card>
	);
}

function Request({ row, href }: { row: WaitingRequest; href: string }) {
	const { design_name, target, requester, requested_at, message } = row;
	return (
		<>
			<Link href={href} className={HEAD_LINK}>
				{design_name} on {target}
			</Link>
			<Under>
				{requester} · <RelativeTime iso={requested_at} sentence />
			</Under>
			{message === null || message === "" ? null : <q className="line-clamp-2 text-small">{message}</q>}
		</>
	);
}
