import { CalendarClock, TriangleAlert } from "lucide-react";
import { Moment } from "@/components/kit/ui/relative-time";
import { Tooltip } from "@/components/kit/ui/tooltip";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { openProposal, plansOf } from "./schedule-times";
import { ScheduleWords } from "./schedule-words";

/**
 * The schedule of a row in its line of status: when it activates, where that is the status, or when
 * the target opens that it waits for; else a mark whose tooltip says what is planned, or was not done.
 */
export function ScheduleMark({ deployment }: { deployment: DeploymentDetail }) {
	const { schedule, status } = deployment;
	const plans = plansOf(deployment);
	const problem = schedule?.last_problem ?? null;
	const activates = status === "activated" ? null : (schedule?.activate_at ?? null);
	if (schedule?.waits_for_window && problem === null) {
		return (
			<span className="whitespace-nowrap text-muted text-small">
				{schedule.opens_at === null ? (
					"waits for the window"
				) : (
					<>
						<span className="sr-only">waits for the window, </span>opens <Moment zoned iso={schedule.opens_at} />
					</>
				)}
			</span>
		);
	}
	if (activates !== null && problem === null) {
		return (
			<span className="text-muted text-small">
				<span className="sr-only">activates </span>
				<Moment zoned iso={activates} />
			</span>
		);
	}
	const words = [...(openProposal(deployment) === null ? [] : ["dates proposed"]), ...plans.map((plan) => plan.words)];
	if (words.length === 0 && problem === null) return null;
	const Mark = problem === null ? CalendarClock : TriangleAlert;
	return (
		<Tooltip content={<ScheduleWords deployment={deployment} />}>
			<button
				type="button"
				className={`grid size-6 shrink-0 cursor-help place-items-center rounded-sm ${problem === null ? "text-muted" : "text-warn"}`}
			>
				<Mark aria-hidden className="size-3.5" />
				<span className="sr-only">
					{problem === null ? words.join(", ") : `was not ${problem.action}d as scheduled`}
				</span>
			</button>
		</Tooltip>
	);
}
