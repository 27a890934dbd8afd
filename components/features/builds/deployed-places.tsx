import Link from "next/link";
import { ReaderChip } from "@/components/kit/status/reader-chip";
import { ROW_LINK } from "@/components/kit/ui/name-links";
import type { BuildListDetail } from "@/lib/contract/build";
import { isLive } from "./standing";

/**
 * Where the builds of a design are deployed, on one line: each pending or activated deployment, and
 * the number of those that are off.
 */
export function DeployedPlaces({ row: { id, deployments, last_build_id } }: { row: BuildListDetail }) {
	const [first] = deployments;
	if (first === undefined) return <span className="text-muted">nowhere</span>;
	const live = deployments.filter(isLive);
	const shown = live.length === 0 ? [first] : live;
	const off = deployments.length - shown.length;
	return (
		<ul aria-label="Deployments" className="flex flex-wrap items-center gap-x-4 gap-y-1">
			{shown.map((deployment) => (
				<li key={deployment.id} className="flex min-w-0 items-center gap-x-1.5">
					<Link
						href={`/deployments/${deployment.id}`}
						prefetch={false}
						title={deployment.target}
						className={`truncate ${ROW_LINK}`}
					>
						<bdi>{deployment.target}</bdi>
					</Link>
					<ReaderChip deployment={deployment} />
					{deployment.build_id === last_build_id ? null : (
						<span className={`whitespace-nowrap text-small ${isLive(deployment) ? "text-warn" : "text-muted"}`}>
							older build
						</span>
					)}
				</li>
			))}
			{off === 0 ? null : (
				<li>
					<Link
						href={`/deployments?design_id=${id}&status=deactivated`}
						prefetch={false}
						className={`whitespace-nowrap text-muted text-small ${ROW_LINK}`}
					>
						{live.length === 0 ? `+${off}` : `${off} off`}
					</Link>
				</li>
			)}
		</ul>
	);
}
