"use client";

import Link from "next/link";
import { decisionUnavailable } from "@/components/deployments/decision-words";
import { TagList } from "@/components/deployments/tag-list";
import { useActivate } from "@/components/deployments/use-activate";
import { AgentsChip } from "@/components/status/agents-chip";
import { DeploymentStatusChip } from "@/components/status/status-chip";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { formatBytes } from "@/lib/client/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { DeploymentAction } from "@/lib/contract/transitions";

export interface LiveRowProps {
	deployment: DeploymentDetail;
	onAsk: (action: DeploymentAction) => void;
}

/** One deployment that was decided on: what should be, what the agents have, and what can be done about it. */
export function LiveRow({ deployment, onAsk }: LiveRowProps) {
	const { design_id, design_name, target, status, filesize, type, requester, tags, updated_at, replaces } = deployment;
	const { activate, pending } = useActivate(deployment);
	const named = (
		<span className="sr-only">
			{" "}
			{design_name} on {target}
		</span>
	);
	return (
		<li className="grid items-center gap-x-6 gap-y-2 border-line border-b px-4 py-2 md:px-6 lg:grid-cols-[minmax(0,1fr)_auto]">
			<div className="grid min-w-0 gap-1">
				<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
					<Link href={`/designs/${design_id}`} className="min-w-0 rounded-sm font-medium hover:text-accent">
						{design_name}
					</Link>
					<span className="text-muted">
						on <span className="text-text">{target}</span>
					</span>
					<DeploymentStatusChip status={status} />
					<AgentsChip deployment={deployment} />
				</div>
				<div className="flex min-w-0 flex-wrap gap-x-3 text-muted text-small">
					<span>{formatBytes(filesize)}</span>
					<span>{type}</span>
					<span>{requester}</span>
					<span>
						changed <RelativeTime iso={updated_at} sentence />
					</span>
					<TagList tags={tags} />
				</div>
			</div>
			<div className="flex flex-wrap gap-2" data-print="hidden">
				{status === "activated" ? (
					<Button unavailable={decisionUnavailable("deactivate", deployment)} onClick={() => onAsk("deactivate")}>
						Deactivate…
						{named}
					</Button>
				) : (
					<Button
						pending={pending}
						unavailable={decisionUnavailable("activate", deployment)}
						onClick={() => (replaces === null ? void activate().catch(() => {}) : onAsk("activate"))}
					>
						{replaces === null ? "Activate" : "Activate…"}
						{named}
					</Button>
				)}
				<Button unavailable={decisionUnavailable("tag", deployment)} onClick={() => onAsk("tag")}>
					Tags…
					{named}
				</Button>
				<Button
					variant="danger"
					unavailable={decisionUnavailable("delete", deployment)}
					onClick={() => onAsk("delete")}
				>
					Delete…
					{named}
				</Button>
			</div>
		</li>
	);
}
