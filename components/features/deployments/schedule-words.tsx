import { CalendarClock, DoorClosed, TriangleAlert } from "lucide-react";
import { Moment, useNow } from "@/components/kit/ui/relative-time";
import { ServiceWords } from "@/components/kit/ui/service-words";
import { formatPeriod } from "@/lib/browser/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { opensWords } from "./closed-words";
import { openProposal, plansOf } from "./schedule-times";

/** The schedule and expiry of a deployment, and the last schedule that failed. */
export function ScheduleWords({ deployment }: { deployment: DeploymentDetail }) {
	const now = useNow();
	const plans = plansOf(deployment);
	const problem = deployment.schedule?.last_problem ?? null;
	const waits = deployment.schedule?.waits_for_window === true ? deployment.schedule : null;
	const proposed = openProposal(deployment);
	if (plans.length === 0 && problem === null && proposed === null) return null;
	return (
		<span className="grid text-small">
			{proposed === null ? null : (
				<span className="flex min-h-6 items-center gap-1 text-muted">
					<CalendarClock aria-hidden className="size-3 shrink-0" />
					proposed {formatPeriod(proposed, now)}
				</span>
			)}
			{plans.map(({ words, at }) => (
				<span key={words} className="flex min-h-6 items-center gap-1 text-muted">
					<CalendarClock aria-hidden className="size-3 shrink-0" />
					{words} <Moment zoned iso={at} />
				</span>
			))}
			{waits === null ? null : (
				<span className="flex items-start gap-1 text-muted">
					<DoorClosed aria-hidden className="mt-0.5 size-3 shrink-0" />
					waits for the window, {opensWords(waits, now)}
				</span>
			)}
			{problem === null ? null : (
				<span className="flex items-start gap-1 text-warn">
					<TriangleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
					<span>
						was not {problem.action}d as scheduled: <ServiceWords>{problem.problem}</ServiceWords>
					</span>
				</span>
			)}
		</span>
	);
}
