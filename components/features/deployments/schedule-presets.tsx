import { Button } from "@/components/kit/ui/button";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { localMinute, presetTimes } from "./schedule-times";

export interface SchedulePresetsProps {
	proposed: DeploymentDetail["proposed"];
	/** `to`: null leaves the end as it is. */
	onPick: (times: { from: string; to: string | null }) => void;
}

/** Fills in usual times, and those that the requester proposed. */
export function SchedulePresets({ proposed, onPick }: SchedulePresetsProps) {
	const times = presetTimes(new Date());
	return (
		<fieldset className="flex flex-wrap gap-2">
			<legend className="sr-only">Usual times</legend>
			{proposed === null ? null : (
				<Button
					onClick={() => onPick({ from: localMinute(proposed.activate_at), to: localMinute(proposed.deactivate_at) })}
				>
					As proposed
				</Button>
			)}
			{times.map(({ label, value }) => (
				<Button key={label} onClick={() => onPick({ from: value, to: null })}>
					{label}
				</Button>
			))}
		</fieldset>
	);
}
