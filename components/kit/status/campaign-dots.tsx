import { cx } from "@/components/kit/ui/cx";
import { type CampaignStep, type StepState, stepsSentence } from "./campaign-steps";

/** A step is 12 wide and high. */
const SIDE = 12;
const LOOKS: Record<StepState, { className: string; radius: number; width: number }> = {
	done: { className: "fill-current text-ok", radius: 3.5, width: 1 },
	now: { className: "fill-none text-accent", radius: 3.25, width: 2.5 },
	failed: { className: "fill-none text-bad", radius: 3, width: 2 },
	open: { className: "fill-none text-muted", radius: 3, width: 1 },
};
const STATES = Object.keys(LOOKS) as StepState[];

/** A circle, or the cross of what failed, around the middle of its place. */
function shapeOf(state: StepState, place: number): string {
	const { radius } = LOOKS[state];
	const [x, y] = [place * SIDE + SIDE / 2, SIDE / 2];
	return state === "failed"
		? `M${x - radius} ${y - radius}l${2 * radius} ${2 * radius}m0 ${-2 * radius}l${-2 * radius} ${2 * radius}`
		: `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
}

/** The shapes of each state as one path: a table has hundreds of them. */
function Shapes({ states }: { states: readonly StepState[] }) {
	return STATES.filter((state) => states.includes(state)).map((state) => (
		<path
			key={state}
			d={states.map((own, place) => (own === state ? shapeOf(state, place) : "")).join("")}
			stroke="currentColor"
			strokeWidth={LOOKS[state].width}
			strokeLinecap="round"
			className={LOOKS[state].className}
		/>
	));
}

/** Where a campaign is, as five dots in a row of a list; their sentence is the name and the tooltip. */
export function CampaignDots({ steps }: { steps: readonly CampaignStep[] }) {
	const width = steps.length * SIDE;
	return (
		<svg role="img" width={width} height={SIDE} viewBox={`0 0 ${width} ${SIDE}`} className="block shrink-0">
			<title>{stepsSentence(steps)}</title>
			<Shapes states={steps.map(({ state }) => state)} />
		</svg>
	);
}

const SAID: Record<StepState, string> = { done: "done", now: "under way", failed: "failed", open: "not yet" };

/** The same with words, across the page of a design or a deployment. */
export function CampaignLine({ steps }: { steps: readonly CampaignStep[] }) {
	return (
		<ol aria-label="Where it is" className="grid grid-cols-5 gap-x-2">
			{steps.map(({ name, state, words }, place) => (
				<li key={name} className="grid content-start gap-1">
					<span aria-hidden className="flex items-center gap-2">
						<svg width={20} height={20} viewBox={`0 0 ${SIDE} ${SIDE}`} className="shrink-0" aria-hidden>
							<Shapes states={[state]} />
						</svg>
						{place === steps.length - 1 ? null : (
							<span className={cx("h-px grow", state === "done" ? "bg-ok" : "bg-line-strong")} />
						)}
					</span>
					<span
						className={cx(
							"wrap-anywhere first-letter:uppercase max-sm:text-small",
							state === "open" ? "text-muted" : state === "failed" ? "text-bad" : "font-medium",
						)}
					>
						{words ?? name}
						<span className="sr-only">, {SAID[state]}</span>
					</span>
				</li>
			))}
		</ol>
	);
}
