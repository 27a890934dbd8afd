import { useRouter } from "next/navigation";
import { STEPS } from "@/components/first-steps/first-steps";
import { openGuide } from "@/components/first-steps/guide-state";
import { STEP_TITLES } from "@/components/first-steps/step-words";
import { useSessionUser } from "@/components/shell/session-context";
import { Button } from "@/components/ui/button";

/** What the way from nothing to an answer consists of, and the button that leads along it. */
export function FirstStepsHelp({ onFollow }: { onFollow: () => void }) {
	const { id } = useSessionUser();
	const router = useRouter();
	return (
		<div className="grid justify-items-start gap-3">
			<p>From a list of places to an agent's answer, in this order:</p>
			<ol className="list-decimal ps-5">
				{STEPS.map((step) => (
					<li key={step}>{STEP_TITLES[step]}</li>
				))}
			</ol>
			<p className="text-muted">The overview shows how far you are, and who takes the next step.</p>
			<Button
				variant="primary"
				onClick={() => {
					openGuide(id);
					onFollow();
					router.push("/");
				}}
			>
				Show the first steps
			</Button>
		</div>
	);
}
