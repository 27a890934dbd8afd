import Link from "next/link";
import type { Ref } from "react";
import { ScheduleWords } from "@/components/features/deployments/schedule-words";
import { TagList } from "@/components/features/deployments/tag-list";
import { ReaderStatusLine } from "@/components/kit/status/reader-chip";
import { Chip } from "@/components/kit/ui/chip";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import type { DeploymentDetail } from "@/lib/contract/deployment";

const initials = (email: string) => email.slice(0, 2).toUpperCase();

/** The requester, their message and the build's reason. */
export function RequestHead({
	deployment,
	heading,
}: {
	deployment: DeploymentDetail;
	heading: Ref<HTMLHeadingElement>;
}) {
	const { design_id, design_name, type, target, requester, requester_org_name, requested_at } = deployment;
	return (
		<>
			<div className="flex flex-wrap items-center gap-x-3 gap-y-2">
				<h2 ref={heading} tabIndex={-1} className="text-large font-bold outline-none">
					<Link href={`/designs/${design_id}`} className="rounded-sm py-1 hover:text-accent">
						<bdi>{design_name}</bdi>
					</Link>
				</h2>
				<Chip>{type}</Chip>
				<ReaderStatusLine deployment={deployment} />
				<span className="text-muted">
					to{" "}
					<span className="font-medium text-text">
						<bdi>{target}</bdi>
					</span>
				</span>
				<span className="text-muted text-small">
					<TagList tags={deployment.tags} />
				</span>
				<ScheduleWords deployment={deployment} />
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
						<bdi>{requester}</bdi> · <bdi>{requester_org_name}</bdi> · <RelativeTime iso={requested_at} sentence />
					</p>
					{deployment.message === null ? (
						<p className="text-large text-muted">No message.</p>
					) : (
						<blockquote className="text-large whitespace-pre-line">
							“<bdi>{deployment.message}</bdi>”
						</blockquote>
					)}
					<p className="text-muted text-small">Build reason: {deployment.build_reason}</p>
				</div>
			</div>
		</>
	);
}
