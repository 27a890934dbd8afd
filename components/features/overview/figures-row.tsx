import { Figure } from "@/components/kit/ui/figure";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import { Sparkline } from "@/components/kit/ui/sparkline";
import { formatCount, formatDuration } from "@/lib/browser/format";
import type { Figures } from "@/lib/contract/figures";
import { deltaOf, durationDelta, lineWords, type Series, seriesOf } from "./figure-deltas";
import type { StageFigure } from "./stage-figures";

/** The first of them is the larger the narrower the page is: two in a row on a phone. */
const ROW = "grid grid-cols-2 gap-x-group gap-y-4 lg:grid-cols-4";

/** Four figures of the targets that the reader administers, with their last 14 days. */
export function FiguresRow({ figures }: { figures: Figures }) {
	const { pending, oldest_request_at, activated, live, targets, targets_online, decision_seconds, days } = figures;
	const pendingDays = seriesOf(days, (day) => day.pending);
	const liveDays = seriesOf(days, (day) => day.live);
	const onlineDays = seriesOf(days, (day) => day.targets_online);
	const decisionDays = seriesOf(days, (day) => day.decision_seconds);
	return (
		<dl className={ROW} aria-label="Key figures">
			<Figure
				label="Live deployments"
				value={<Of part={live} whole={activated} />}
				href="/deployments?status=activated&actual=loaded"
				delta={deltaOf(liveDays, "more")}
				line={lineOf("Live deployments", liveDays)}
				{...(live < activated ? { tone: "warn" as const, about: `${formatCount(activated - live)} not live` } : {})}
			/>
			<Figure
				label="To review"
				value={formatCount(pending)}
				href="/approvals"
				delta={deltaOf(pendingDays, "less")}
				line={lineOf("Pending requests", pendingDays)}
				about={
					oldest_request_at === null ? (
						"No requests are waiting"
					) : (
						<>
							oldest <RelativeTime iso={oldest_request_at} sentence />
						</>
					)
				}
			/>
			<Figure
				label="Targets online"
				value={<Of part={targets_online} whole={targets} />}
				href="/targets"
				delta={deltaOf(onlineDays, "more")}
				line={lineOf("Targets online", onlineDays)}
				{...(targets_online < targets
					? { tone: "warn" as const, about: `${formatCount(targets - targets_online)} offline` }
					: {})}
			/>
			<Figure
				label="Median time to a decision"
				value={decision_seconds === null ? "–" : formatDuration(decision_seconds)}
				href="/deployments?sort=approved_at&order=desc"
				delta={decision_seconds === null ? null : durationDelta(decisionDays)}
				line={decision_seconds === null ? null : lineOf("Median seconds to a decision", decisionDays)}
				about={decision_seconds === null ? "No decisions in the last 14 days" : "over 14 days"}
			/>
		</dl>
	);
}

/** A designer's designs by stage; a stage without any takes no room. */
export function StagesRow({ shown }: { shown: readonly StageFigure[] }) {
	if (shown.length === 0) return null;
	return (
		<dl
			className="flex flex-wrap gap-x-12 gap-y-4 max-md:grid max-md:grid-cols-2 max-md:gap-x-group"
			aria-label="Your designs by stage"
		>
			{shown.map(({ label, count, href, tone }) => (
				<Figure key={label} label={label} value={formatCount(count)} href={href} {...(tone ? { tone } : {})} />
			))}
		</dl>
	);
}

function Of({ part, whole }: { part: number; whole: number }) {
	return (
		<>
			{formatCount(part)}
			<span className="font-normal text-large text-muted"> of {formatCount(whole)}</span>
		</>
	);
}

/** From its smallest value, so that the line rises where the difference says so. */
function lineOf(what: string, series: Series) {
	const label = lineWords(what, series);
	return label === null ? null : <Sparkline values={series.values} label={label} tone="accent" fromZero={false} />;
}
