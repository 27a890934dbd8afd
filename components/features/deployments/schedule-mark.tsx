import { readerStatus } from "@/components/kit/status/reader-status";
import { useNow } from "@/components/kit/ui/relative-time";
import { CalendarClock, TriangleAlert } from "@/components/kit/ui/row-icons";
import { Tooltip } from "@/components/kit/ui/tooltip";
import { formatZoned } from "@/lib/browser/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { openProposal, plansOf } from "./schedule-times";
import { ScheduleWords } from "./schedule-words";

const isScheduled = (deployment: DeploymentDetail) =>
	readerStatus(deployment).state === "scheduled" && !deployment.schedule?.last_problem;

/** The time beside the status Scheduled: of the activation, or of the target's opening. Other statuses have none. */
export function ScheduledFor({ deployment }: { deployment: DeploymentDetail }) {
	const now = useNow();
	const { schedule } = deployment;
	if (schedule === null || !isScheduled(deployment)) return null;
	const { waits_for_window: waits, opens_at: opens, activate_at: activates } = schedule;
	const at = waits ? opens : activates;
	return (
		<Tooltip content={<ScheduleWords deployment={deployment} />}>
			<button
				type="button"
				className="-my-1 block max-w-full cursor-help truncate rounded-sm py-1 text-start text-muted text-small"
			>
				{at === null ? (
					"waits for the window"
				) : (
					<>
						<span className="sr-only">{waits ? "waits for the window, " : "activates "}</span>
						{waits ? "opens " : ""}
						{formatZoned(at, now)}
					</>
				)}
			</button>
		</Tooltip>
	);
}

/**
 * The schedule of a row in its line of status: when it activates, where that is the status (on a
 * phone in the second line); else a mark whose tooltip says what is planned, or was not done.
 */
export function ScheduleMark({ deployment }: { deployment: DeploymentDetail }) {
	const plans = plansOf(deployment);
	const problem = deployment.schedule?.last_problem ?? null;
	if (isScheduled(deployment)) {
		return (
			<span className="min-w-0 max-md:hidden">
				<ScheduledFor deployment={deployment} />
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
				<Mark className="size-3.5" />
				<span className="sr-only">
					{problem === null ? words.join(", ") : `was not ${problem.action}d as scheduled`}
				</span>
			</button>
		</Tooltip>
	);
}
