import { Card } from "@/components/kit/ui/card";
import { Link } from "@/components/kit/ui/link";
import { SENTENCE_LINK } from "@/components/kit/ui/name-links";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import { formatCount, formatPlural } from "@/lib/browser/format";
import type { TargetQueue } from "@/lib/contract/overview";

/** Lines of the card; the queue has the other targets. */
const MOST_LINES = 8;

export interface PendingCardProps {
	total: number;
	targets: readonly TargetQueue[];
}

/** How many requests wait for the reader, by target; each line leads to the queue of its target. */
export function PendingCard({ total, targets }: PendingCardProps) {
	const shown = targets.slice(0, MOST_LINES);
	const others = total - shown.reduce((sum, { requests }) => sum + requests, 0);
	return (
		<Card title={formatPlural(total, "request to review", "requests to review")}>
			<ul aria-label="Requests to review" className="divide-y divide-line">
				{shown.map(({ target_id, target, requests, oldest_request_at }) => (
					<li key={target_id} className="relative flex min-h-row items-center gap-x-3 px-4 py-1 hover:bg-sunken">
						<Link
							href={`/approvals?target=${target_id}`}
							className="min-w-0 grow truncate rounded-sm font-medium after:absolute after:inset-0"
						>
							<bdi>{target}</bdi>
							<span className="sr-only">: {formatPlural(requests, "request")}</span>
						</Link>
						<span className="relative shrink-0 text-muted text-small">
							oldest <RelativeTime iso={oldest_request_at} />
						</span>
						<span aria-hidden className="min-w-8 shrink-0 text-end font-bold text-large">
							{formatCount(requests)}
						</span>
					</li>
				))}
			</ul>
			{others <= 0 ? null : (
				<p className="border-line border-t px-4 py-2 text-small">
					<Link href="/approvals" className={`inline-block py-1 ${SENTENCE_LINK}`}>
						{formatCount(others)} more on other targets
					</Link>
				</p>
			)}
		</Card>
	);
}
