import Link from "next/link";
import type { ReactNode } from "react";
import { Card } from "@/components/kit/ui/card";
import { HEAD_LINK } from "@/components/kit/ui/name-links";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import type { OpenBuild, Overview, WaitingRequest } from "@/lib/contract/overview";
import { SectionList, Under } from "./section-list";

/** What waits for the reader, what of theirs waits for others, and what the service works on. */
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
					{(row) => (
						<Request row={row} href={`/approvals?request=${row.deployment_id}`}>
							{row.requester} · <RelativeTime iso={row.requested_at} sentence />
						</Request>
					)}
				</SectionList>
			)}
			<SectionList
				title={waiting.my_requests.total === 1 ? "request of yours waits" : "requests of yours wait"}
				section={waiting.my_requests}
				none="You wait for nobody."
				keyOf={({ deployment_id }) => deployment_id}
			>
				{(row) => (
					<Request row={row} href={`/deployments/${row.deployment_id}`}>
						{row.target_org_name} decides · requested <RelativeTime iso={row.requested_at} sentence />
					</Request>
				)}
			</SectionList>
			<SectionList
				title={waiting.builds.total === 1 ? "design is being built" : "designs are being built"}
				section={waiting.builds}
				none="No build is under way."
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
				{design_name} on {target}
			</Link>
			<Under>{children}</Under>
			{message === null || message === "" ? null : <q className="line-clamp-2 text-small">{message}</q>}
		</>
	);
}

/** What it stands on is in its way: it is tried again by itself once that is there again. */
const isHeldUp = ({ status, status_reason }: OpenBuild) => status === "requested" && status_reason !== null;

function Build({ row }: { row: OpenBuild }) {
	const { design_id, design_name, builder, status, status_reason, percent, requested_at } = row;
	return (
		<>
			<Link href={`/designs/${design_id}`} className={HEAD_LINK}>
				{design_name}
			</Link>
			{isHeldUp(row) ? (
				<p className="text-small text-warn">The build waits, and is tried again by itself. {status_reason}</p>
			) : null}
			<Under>
				{status === "building" ? `${percent} % · ` : isHeldUp(row) ? "" : "waits for its turn · "}
				{builder} · requested <RelativeTime iso={requested_at} sentence />
			</Under>
		</>
	);
}
