import { Card } from "@/components/ui/card";
import { useNow } from "@/components/ui/relative-time";
import { formatByteChange, formatBytes, formatDate, formatPrice } from "@/lib/client/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { ageDifference, isMuchLarger } from "./request-facts";

interface Line {
	name: string;
	now: string;
	after: string;
	change: string;
	look: "muted" | "plain" | "warn";
}

function lines(deployment: DeploymentDetail, now: number): Line[] {
	const { replaces, filesize, build_date } = deployment;
	const date = formatDate(build_date, now);
	const size = formatBytes(filesize);
	if (replaces === null) {
		return [
			{ name: "Build", now: "—", after: date, change: "new here", look: "plain" },
			{ name: "File", now: "—", after: size, change: `+${size}`, look: "plain" },
		];
	}
	const change = filesize - replaces.filesize;
	const age = ageDifference(build_date, replaces.build_date);
	return [
		{
			name: "Build",
			now: formatDate(replaces.build_date, now),
			after: date,
			change: age,
			look: age.endsWith("older") ? "warn" : "muted",
		},
		{
			name: "File",
			now: formatBytes(replaces.filesize),
			after: size,
			change: formatByteChange(change),
			look: change === 0 ? "muted" : isMuchLarger(deployment) ? "warn" : "plain",
		},
	];
}

const LOOKS: Record<Line["look"], string> = { muted: "text-muted", plain: "", warn: "text-warn" };
const CELL = "border-line border-t px-3 py-1.5 text-end";

/** What the target has of this design now, what it has after activation, and the difference. */
export function ComparisonCard({ deployment }: { deployment: DeploymentDetail }) {
	const now = useNow();
	const { target, sources, price_cpm, builder } = deployment;
	return (
		<Card title={`What changes on ${target}`}>
			<table className="w-full border-collapse">
				<thead>
					<tr className="text-muted text-small">
						<td />
						{["now", "after", "change"].map((name) => (
							<th key={name} scope="col" className="px-3 py-1.5 text-end font-medium">
								{name}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{lines(deployment, now).map((line) => (
						<tr key={line.name}>
							<th scope="row" className="border-line border-t px-3 py-1.5 font-normal">
								{line.name}
							</th>
							<td className={CELL}>{line.now}</td>
							<td className={CELL}>{line.after}</td>
							<td className={`${CELL} ${LOOKS[line.look]}`}>{line.change}</td>
						</tr>
					))}
				</tbody>
			</table>
			<dl className="flex flex-wrap gap-x-6 gap-y-1 border-line border-t px-3 py-2 text-small">
				<div className="flex gap-1.5">
					<dt className="text-muted">Price (CPM)</dt>
					<dd>{formatPrice(price_cpm)}</dd>
				</div>
				{sources === null || sources.length === 0 ? null : (
					<div className="flex gap-1.5">
						<dt className="text-muted">Inventory</dt>
						<dd>{sources.join(", ")}</dd>
					</div>
				)}
				<div className="flex min-w-0 gap-1.5">
					<dt className="text-muted">Built by</dt>
					<dd className="min-w-0">{builder}</dd>
				</div>
			</dl>
		</Card>
	);
}
