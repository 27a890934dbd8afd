import { Button } from "@/components/kit/ui/button";
import { MOMENTS, type Moment } from "./changed-fences";

const WORDS: Record<Moment, string> = { changes: "Changes", now: "Now", after: "After" };

export interface MomentSwitchProps {
	moment: Moment;
	onMoment: (moment: Moment) => void;
	/** Why it cannot be shown what there is now; null where it can. */
	unknown: string | null;
}

/** Whether the map shows what changes, what is on the target now, or after the activation. */
export const MomentSwitch = ({ moment, onMoment, unknown }: MomentSwitchProps) => (
	<fieldset aria-label="Show on the map" className="flex gap-1">
		{MOMENTS.map((own) => (
			<Button
				key={own}
				variant={own === moment ? "plain" : "quiet"}
				aria-pressed={own === moment}
				unavailable={own === "now" ? unknown : null}
				onClick={() => onMoment(own)}
			>
				{WORDS[own]}
			</Button>
		))}
	</fieldset>
);
