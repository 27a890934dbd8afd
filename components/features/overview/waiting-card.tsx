import Link from "next/link";
import type { ReactNode } from "react";
import { Card } from "@/components/kit/ui/card";
import { HEAD_LINK } from "@/components/kit/ui/name-links";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import type { OpenBuild, Overview, WaitingRequest } from "@/lib/contract/overview";
import { SectionList, Under } from "./section-list";

/** Requests to review, the reader's own requests, and running builds. */
export function WaitingCard({ waiting }: { waiting: Overview["waiting"] }) {
	return (
		<Card title="Pending">
			{waiting.to_decide === null ? null : (
				<SectionList
					title={waiting.to_decide.total === 1 ? "request to review" : "requests to review"}
					section={waiting.to_decide}
					none="You're all caught up."
					tone="warn"
					keyOf={({ deployment_id }) => deployment_id}
				>
					{(row) => (
						<Request row={row} href={`/approvals?request=${row.deployment_id}`}>
							<bdi>{row.requester}</bdi> · <RelativeTime iso={row.requested_at} sentence />
						</Request>
					)}
				</SectionList>
			)}
			<SectionList
				title={waiting.my_requests.total === 1 ? "of your requests is pending" : "of your requests are pending"}
				section={waiting.my_requests}
				none="None pending."
				keyOf={({ deployment_id }) => deployment_id}
			>
				{(row) => (
					<Request row={row} href={`/deployments/${row.deployment_id}`}>
						{row.target_org_name} decides · requested <RelativeTime iso={row.requested_at} sentence />
					</Request>
				)}
			</SectionList>
			<SectionList
				title={waiting.builds.total === 1 ? "build running" : "builds running"}
				section={waiting.builds}
				none="None running."
				{...(waiting.builds.rows.some(isHeldUp) ? { tone: "warn" } : {})}
				keyOf={({ build_id }) => build_id}
			>
				{(row) => <Build row={row} />}
			</SectionList>
		</Card>
	);
}

function Request({ row, href, children }: { row: WaitingRequest; href: string; children: ReactNode }) {
	const { design_name, target, message } = row;
	return (
		<>
			<Link href={href} className={HEAD_LINK}>
				<bdi>{design_name}</bdi> on <bdi>{target}</bdi>
			</Link>
			<Under>{children}</Under>
			{message === null || message === "" ? null : (
				<q className="line-clamp-2 text-small">
					<bdi>{message}</bdi>
				</q>
			)}
		</>
	);
}

/** A build paused by its environment; the service retries it. */
const isHeldUp = ({ status, status_reason }: OpenBuild) => status === "requested" && status_reason !== null;

function Build({ row }: { row: OpenBuild }) {
	const { design_id, design_name, builder, status, status_reason, percent, requested_at } = row;
	return (
		<>
			<Link href={`/designs/${design_id}`} className={HEAD_LINK}>
				<bdi>{design_name}</bdi>
			</Link>
			{isHeldUp(row) ? (
				<p className="text-small text-warn">Build paused. We'll retry automatically. {status_reason}</p>
			) : null}
			<Under>
				{status === "building" ? `${percent} % · ` : isHeldUp(row) ? "" : "queued · "}
				{builder} · requested <RelativeTime iso={requested_at} sentence />
			</Under>
		</>
	);
}
