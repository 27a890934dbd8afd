import { CalendarClock, TriangleAlert } from "lucide-react";
import { AgentsChip } from "@/components/kit/status/agents-chip";
import { DeploymentStatusChip } from "@/components/kit/status/status-chip";
import { Moment } from "@/components/kit/ui/relative-time";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { plansOf } from "./schedule-times";

/** What should be and, as a chip of its own, what the agents really have. */
export function LiveStatus({ deployment }: { deployment: DeploymentDetail }) {
	return (
		<span className="flex flex-wrap items-center gap-1">
			<DeploymentStatusChip status={deployment.status} />
			<AgentsChip deployment={deployment} />
		</span>
	);
}

/** What will happen to a deployment by itself, and what could not: its schedule, and when its request expires. */
export function ScheduleWords({ deployment }: { deployment: DeploymentDetail }) {
	const plans = plansOf(deployment);
	const problem = deployment.schedule?.last_problem ?? null;
	if (plans.length === 0 && problem === null) return null;
	return (
		<span className="grid text-small">
			{plans.map(({ words, at }) => (
				<span key={words} className="flex min-h-6 items-center gap-1 text-muted">
					<CalendarClock aria-hidden className="size-3 shrink-0" />
					{words} <Moment iso={at} />
				</span>
			))}
			{problem === null ? null : (
				<span className="flex items-start gap-1 text-warn">
					<TriangleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
					<span>
						was not {problem.action}d as scheduled: {problem.problem}
					</span>
				</span>
			)}
		</span>
	);
}
