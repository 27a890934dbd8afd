import Link from "next/link";
import { ReaderChip } from "@/components/kit/status/reader-chip";
import { ROW_LINK } from "@/components/kit/ui/name-links";
import type { BuildListDetail } from "@/lib/contract/build";
import { isLive } from "./standing";

/** The pending and activated deployments, or the first one of those that are off. */
function placesOf(deployments: BuildListDetail["deployments"]) {
	const live = deployments.filter(isLive);
	return { live, shown: live.length === 0 ? deployments.slice(0, 1) : live };
}

/** How the first of the deployments stands, where there is room for one. */
export function FirstStanding({ row: { deployments } }: { row: BuildListDetail }) {
	const [first] = placesOf(deployments).shown;
	return first === undefined ? null : <ReaderChip deployment={first} />;
}

/** The same places in words: the first by name, and how many more. */
export function PlaceNames({ row: { deployments } }: { row: BuildListDetail }) {
	const [first, ...rest] = placesOf(deployments).shown;
	if (first === undefined) return "not deployed";
	return (
		<span className="truncate">
			<bdi>{first.target}</bdi>
			{rest.length === 0 ? null : ` +${rest.length}`}
		</span>
	);
}

/**
 * Where the builds of a design are deployed, on one line: each pending or activated deployment, and
 * the number of those that are off.
 */
export function DeployedPlaces({ row: { id, deployments, last_build_id } }: { row: BuildListDetail }) {
	const { live, shown } = placesOf(deployments);
	if (shown.length === 0) return <span className="text-muted">nowhere</span>;
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
