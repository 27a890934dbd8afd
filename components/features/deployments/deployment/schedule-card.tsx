import { openProposal } from "@/components/features/deployments/schedule-times";
import { ScheduleWords } from "@/components/features/deployments/schedule-words";
import { Button } from "@/components/kit/ui/button";
import { Card } from "@/components/kit/ui/card";
import { PersonName } from "@/components/kit/ui/person-name";
import type { DeploymentDetail } from "@/lib/contract/deployment";

export interface ScheduleCardProps {
	deployment: DeploymentDetail;
	unavailable: string | null;
	onSchedule: () => void;
}

/** The schedule and expiry of a deployment, and the last schedule that failed. */
export function ScheduleCard({ deployment, unavailable, onSchedule }: ScheduleCardProps) {
	const { schedule, expires_at } = deployment;
	const by = schedule?.by ?? null;
	return (
		<Card
			title="Schedule"
			aside={
				<Button variant="link" unavailable={unavailable} onClick={onSchedule}>
					{by === null ? "Schedule…" : "Change…"}
				</Button>
			}
		>
			<div className="grid gap-1 p-3">
				{schedule === null && expires_at === null && openProposal(deployment) === null ? (
					<p className="text-muted">No schedule</p>
				) : (
					<ScheduleWords deployment={deployment} />
				)}
				{by === null ? null : (
					<p className="text-muted text-small">
						Scheduled by{" "}
						<PersonName
							id={schedule?.by_person?.id ?? null}
							name={schedule?.by_person?.name ?? null}
							email={by}
							organization={schedule?.by_person?.organization ?? null}
						/>
					</p>
				)}
			</div>
		</Card>
	);
}
