"use client";

import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import type { Ref } from "react";
import { TagList } from "@/components/deployments/tag-list";
import { DeploymentStatusChip } from "@/components/status/status-chip";
import { Chip } from "@/components/ui/chip";
import { CopyId } from "@/components/ui/copy-id";
import { Notice } from "@/components/ui/notice";
import { RelativeTime } from "@/components/ui/relative-time";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { ComparisonCard } from "./comparison-card";
import { PanelActions } from "./panel-actions";
import { requestWarnings } from "./request-facts";
import { SetsOfBuild } from "./sets-of-build";

export interface RequestPanelProps {
	deployment: DeploymentDetail;
	/** Its place in the queue, `2 of 14`. */
	position: string;
	onBack: () => void;
	heading: Ref<HTMLHeadingElement>;
	/** Told of each decision that takes the request out of the queue, while it is under way. */
	onDecision: (work: Promise<unknown>) => void;
}

const initials = (email: string) => email.slice(0, 2).toUpperCase();

/** One request: who asks and why, what is unusual, what changes, the rest; and the decision, which stays in place. */
export function RequestPanel({ deployment, position, onBack, heading, onDecision }: RequestPanelProps) {
	const { design_id, design_name, type, status, target, requester, requester_org_name, requested_at, id } = deployment;
	return (
		<section aria-label="Request" className="flex min-h-0 grow flex-col">
			<div className="grid max-w-panel min-h-0 grow content-start gap-6 p-4 lg:overflow-y-auto md:p-6">
				<div className="grid gap-3">
					<button
						type="button"
						onClick={onBack}
						className="-ms-1 inline-flex items-center justify-self-start py-1 text-muted md:hidden"
					>
						<ChevronLeft aria-hidden className="size-4" />
						All requests · {position}
					</button>
					<div className="flex flex-wrap items-center gap-x-3 gap-y-2">
						<h2 ref={heading} tabIndex={-1} className="text-large font-bold outline-none">
							<Link href={`/designs/${design_id}`} className="rounded-sm hover:text-accent">
								{design_name}
							</Link>
						</h2>
						<Chip>{type}</Chip>
						<DeploymentStatusChip status={status} />
						<span className="text-muted">
							to <span className="font-medium text-text">{target}</span>
						</span>
						<span className="text-muted text-small">
							<TagList tags={deployment.tags} />
						</span>
					</div>
					<div className="flex items-start gap-3">
						<span
							aria-hidden
							className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-accent text-small font-medium"
						>
							{initials(requester)}
						</span>
						<div className="grid min-w-0 gap-0.5">
							<p className="text-muted text-small">
								{requester} · {requester_org_name} · <RelativeTime iso={requested_at} sentence />
							</p>
							{deployment.message === null ? (
								<p className="text-large text-muted">No message.</p>
							) : (
								<blockquote className="text-large whitespace-pre-line">“{deployment.message}”</blockquote>
							)}
							<p className="text-muted text-small">Reason for the build: {deployment.build_reason}</p>
						</div>
					</div>
				</div>
				{requestWarnings(deployment).map((warning) => (
					<Notice key={warning} kind="warn">
						{warning}
					</Notice>
				))}
				<div className="grid items-start gap-4 xl:grid-cols-2">
					<ComparisonCard deployment={deployment} />
					<SetsOfBuild deployment={deployment} />
				</div>
				<p className="text-muted text-small">
					Deployment <CopyId id={id} what="deployment id" />
				</p>
			</div>
			<PanelActions deployment={deployment} position={position} onDecision={onDecision} />
		</section>
	);
}
