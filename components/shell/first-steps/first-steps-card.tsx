"use client";

import { Circle, CircleCheck, CircleDot } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useSessionUser } from "@/components/kit/session/session-context";
import { Button } from "@/components/kit/ui/button";
import { Card } from "@/components/kit/ui/card";
import { Link } from "@/components/kit/ui/link";
import { ErrorState, Skeleton, StaleNotice } from "@/components/kit/ui/states";
import { isolate } from "@/lib/rules/text/isolate";
import { type FirstSteps, STEPS, type StepName } from "./first-steps";
import { finishGuide, leaveGuide, openGuide, putGuideAway } from "./guide-state";
import { StepBody } from "./step-body";
import { type DialogStep, StepDialog, useDialogsAtHand } from "./step-dialog";
import { otherActor, outcomeOf, placeOf, STEP_TITLES } from "./step-words";
import { useFirstSteps } from "./use-first-steps";

/**
 * The steps from an empty service to an agent's first answer, each with the person who takes it.
 */
export function FirstStepsCard() {
	useDialogsAtHand();
	const user = useSessionUser();
	const { role } = user;
	const { steps, error, retry } = useFirstSteps();
	const [asked, setAsked] = useState<DialogStep | null>(null);
	const list = useRef<HTMLOListElement>(null);
	const acted = useRef(false);
	// They stay until they are done or hidden.
	useEffect(() => {
		openGuide(user);
		return leaveGuide;
	}, [user]);
	const next = steps?.next;
	useEffect(() => {
		if (next === null) finishGuide(user);
	}, [next, user]);
	useEffect(() => {
		if (asked !== null || !acted.current || next === undefined) return;
		// The clicked button is gone with its step, so keyboard users continue with the next one.
		const frame = requestAnimationFrame(() => {
			// Unless they have gone elsewhere meanwhile.
			if (!document.activeElement?.contains(list.current)) return;
			const step = list.current?.querySelector<HTMLElement>("[aria-current]");
			(step?.querySelector<HTMLElement>("button, a, input") ?? step)?.focus();
		});
		return () => cancelAnimationFrame(frame);
	}, [asked, next]);
	const count = steps === undefined ? 0 : STEPS.filter((step) => steps.done[step]).length;
	const progress = `${count} of ${STEPS.length} done`;
	return (
		<Card
			title="Get started: from places to a live answer"
			aside={
				<div className="flex items-center gap-2">
					<span role="status" className="text-muted text-small">
						{steps === undefined ? "" : progress}
					</span>
					<Button variant="link" onClick={() => putGuideAway(user)}>
						{next === null ? "Close" : "Hide"}
						<span className="sr-only"> the getting-started steps</span>
					</Button>
				</div>
			}
		>
			{error === null || steps === undefined ? null : <StaleNotice error={error} onRetry={retry} />}
			{steps === undefined ? (
				error === null ? (
					<div className="grid gap-3 p-3" aria-busy="true">
						<Skeleton className="w-60" />
						<Skeleton className="w-40" />
					</div>
				) : (
					<ErrorState error={error} what="The getting-started steps" onRetry={retry} />
				)
			) : (
				<ol
					ref={list}
					aria-label="Getting started"
					onFocus={() => {
						acted.current = true;
					}}
					className="divide-y divide-line"
				>
					{STEPS.map((step) => (
						<Step key={step} step={step} steps={steps} onAsk={setAsked} />
					))}
				</ol>
			)}
			<p className="border-line border-t px-3 py-2 text-muted text-small">
				{role === "designer" ? null : (
					<>
						{role === "operator" ? "You can do every step yourself. " : ""}
						<Link href="/people" className="rounded-sm text-accent underline">
							Invite people
						</Link>{" "}
						to share the work: designers add places and request deployments; a target's administrators decide.{" "}
					</>
				)}
				You can find this again under Help.
			</p>
			{asked === null || steps === undefined ? null : (
				<StepDialog asked={asked} steps={steps} onClose={() => setAsked(null)} />
			)}
		</Card>
	);
}

const LOOKS = {
	done: { icon: CircleCheck, look: "text-ok", word: "Done" },
	next: { icon: CircleDot, look: "text-accent", word: "Next" },
	later: { icon: Circle, look: "text-muted", word: "Later" },
} as const;

interface StepProps {
	step: StepName;
	steps: FirstSteps;
	onAsk: (asked: DialogStep) => void;
}

function Step({ step, steps, onAsk }: StepProps) {
	const { role } = useSessionUser();
	const state = steps.done[step] ? "done" : steps.next === step ? "next" : "later";
	const { icon: Icon, look, word } = LOOKS[state];
	const place = placeOf(step, steps);
	const actor = otherActor(step, role, steps);
	const later = step === "build" && steps.building ? "being built" : actor === null ? null : `by ${isolate(actor)}`;
	return (
		<li
			aria-current={state === "next" ? "step" : undefined}
			tabIndex={state === "next" ? -1 : undefined}
			className="flex gap-3 border-s-2 border-s-transparent px-3 py-2 outline-none aria-[current]:border-s-accent aria-[current]:py-3"
		>
			<Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${look}`} />
			<div className="grid min-w-0 grow gap-2">
				<p className="flex flex-wrap items-baseline gap-x-2">
					<span className="sr-only">{word}: </span>
					<span className={state === "later" ? "text-muted" : "font-medium"}>{STEP_TITLES[step]}</span>
					{state === "done" ? (
						place === null ? (
							<span className="text-muted text-small">{outcomeOf(step, steps)}</span>
						) : (
							<Link href={place} className="min-w-0 truncate rounded-sm py-0.5 text-accent text-small hover:underline">
								{outcomeOf(step, steps)}
							</Link>
						)
					) : later === null ? null : (
						<span className="text-muted text-small">{later}</span>
					)}
				</p>
				{state === "next" ? <StepBody step={step} steps={steps} actor={actor} onAsk={onAsk} /> : null}
			</div>
		</li>
	);
}
