import { ReaderChip } from "@/components/kit/status/reader-chip";
import { Link } from "@/components/kit/ui/link";
import { ROW_LINK } from "@/components/kit/ui/name-links";
import { History } from "@/components/kit/ui/row-icons";
import type { BuildListDetail } from "@/lib/contract/build";

/** As many as a row has room for. */
const MAX_PLACES = 2;

/** The pending and activated deployments, or the first one of those that are off. */
function placesOf(deployments: BuildListDetail["deployments"]) {
	const live = deployments.filter(({ status }) => status === "requested" || status === "activated");
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
 * Where the builds of a design are deployed, on one line: pending and activated deployments, and
 * the number of those that have no room or are off.
 */
export function DeployedPlaces({ row: { id, deployments, last_build_id } }: { row: BuildListDetail }) {
	const { live, shown } = placesOf(deployments);
	if (shown.length === 0) return <span className="text-muted">not deployed</span>;
	const more = Math.max(0, live.length - MAX_PLACES);
	const off = deployments.length - shown.length;
	const rest = [more === 0 ? null : `+${more}`, off === 0 ? null : `${off} ${live.length === 0 ? "more off" : "off"}`];
	return (
		<ul aria-label="Deployments" className="flex min-w-0 items-center gap-x-4 gap-y-1 md:max-lg:flex-wrap">
			{shown.slice(0, MAX_PLACES).map((deployment) => (
				<li key={deployment.id} className="flex min-w-0 items-center gap-x-1.5">
					<Link
						href={`/deployments/${deployment.id}`}
						title={deployment.target}
						className={`min-w-6 truncate ${ROW_LINK}`}
					>
						<bdi>{deployment.target}</bdi>
					</Link>
					{deployment.build_id === last_build_id ? null : (
						<span title="An older build is deployed there" className="text-warn">
							<History className="size-3.5" />
							<span className="sr-only">(older build)</span>
						</span>
					)}
					<span className="shrink-0">
						<ReaderChip deployment={deployment} />
					</span>
				</li>
			))}
			{more + off === 0 ? null : (
				<li className="shrink-0">
					<Link
						href={`/deployments?design_id=${id}`}
						className={`inline-block min-h-6 min-w-6 py-0.5 whitespace-nowrap text-muted text-small ${ROW_LINK}`}
					>
						{rest.filter((words) => words !== null).join(", ")}
					</Link>
				</li>
			)}
		</ul>
	);
}
