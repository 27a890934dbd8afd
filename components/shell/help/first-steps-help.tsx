import { useRouter } from "next/navigation";
import { useSessionUser } from "@/components/kit/session/session-context";
import { Button } from "@/components/kit/ui/button";
import { STEPS } from "@/components/shell/first-steps/first-steps";
import { openGuide } from "@/components/shell/first-steps/guide-state";
import { STEP_TITLES } from "@/components/shell/first-steps/step-words";

/** What the way from nothing to an answer consists of, and the button that leads along it. */
export function FirstStepsHelp({ onFollow }: { onFollow: () => void }) {
	const user = useSessionUser();
	const router = useRouter();
	return (
		<div className="grid justify-items-start gap-3">
			<p>From places to a live answer, in this order:</p>
			<ol className="list-decimal ps-5">
				{STEPS.map((step) => (
					<li key={step}>{STEP_TITLES[step]}</li>
				))}
			</ol>
			<p className="text-muted">The overview shows your progress and who takes the next step.</p>
			<Button
				variant="primary"
				onClick={() => {
					openGuide(user);
					onFollow();
					router.push("/");
				}}
			>
				Show the getting-started steps
			</Button>
		</div>
	);
}
