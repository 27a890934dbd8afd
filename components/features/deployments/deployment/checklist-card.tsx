"use client";

import type { ReactNode } from "react";
import { agentName } from "@/components/kit/status/agent-name";
import { AGENT_STATE } from "@/components/kit/status/status-words";
import { Chip } from "@/components/kit/ui/chip";
import { cx } from "@/components/kit/ui/cx";
import { Notice } from "@/components/kit/ui/notice";
import { PersonName } from "@/components/kit/ui/person-name";
import { QueryCard } from "@/components/kit/ui/query-card";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import { ServiceWords } from "@/components/kit/ui/service-words";
import { Skeleton } from "@/components/kit/ui/states";
import { checklistQuery } from "@/lib/browser/deployment-work";
import { useQuery } from "@/lib/browser/use-query";
import type { ChecklistStep } from "@/lib/contract/checklist";
import { CHECKLIST_STEPS } from "@/lib/contract/constants";
import { isolate } from "@/lib/rules/text/isolate";
import { answerTone, missingStep, STEP_LOOK, STEP_NAMES, stepWord } from "./checklist-words";

/** Why the campaign is live on the target or not: six steps, their state and the next action. */
export function ChecklistCard({ id, target, aside }: { id: string; target: string | undefined; aside?: ReactNode }) {
	const checklist = useQuery(checklistQuery(id));
	return (
		<QueryCard
			title={target === undefined ? "Is it live?" : `Is it live on ${isolate(target)}?`}
			aside={aside}
			query={checklist}
			what="The checklist"
			waiting={
				<ol aria-label="Loading steps" className="grid gap-4 p-4">
					{CHECKLIST_STEPS.map((step) => (
						<li key={step} className="grid gap-2">
							<Skeleton className="w-40" />
							<Skeleton className="w-80" />
						</li>
					))}
				</ol>
			}
		>
			{(data) => (
				<>
					<div className="p-3">
						<Notice kind={answerTone(data)}>
							<p role="status" className="text-large font-medium">
								<ServiceWords>{data.summary}</ServiceWords>
							</p>
						</Notice>
					</div>
					<ol aria-label="Steps" className="px-4 pb-3">
						{data.steps.map((step, place) => (
							<Step
								key={step.step}
								step={step}
								last={place === data.steps.length - 1}
								current={missingStep(data.steps)?.step === step.step}
							/>
						))}
					</ol>
				</>
			)}
		</QueryCard>
	);
}

const ICON_TONES = {
	ok: "text-ok",
	warn: "text-warn",
	bad: "text-bad",
	neutral: "text-muted",
	accent: "text-accent",
} as const;

function Step({ step, last, current }: { step: ChecklistStep; last: boolean; current: boolean }) {
	const { icon: Icon, tone } = STEP_LOOK[step.state];
	return (
		<li aria-current={current ? "step" : undefined} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
			<span className="grid grid-rows-[auto_1fr] justify-items-center">
				<Icon aria-hidden className={cx("mt-0.5 size-4", ICON_TONES[tone])} />
				{last ? null : <span aria-hidden className="my-1 w-px bg-line-strong" />}
			</span>
			<div className={cx("grid gap-0.5", last ? "" : "pb-4")}>
				<p className="flex flex-wrap items-baseline gap-x-2">
					<span className="font-medium">{STEP_NAMES[step.step]}</span>
					<span className={cx("text-small", ICON_TONES[tone])}>{stepWord(step)}</span>
					<span className="text-muted text-small">
						{step.by_person === null || step.by === null ? (
							<bdi>{step.by}</bdi>
						) : (
							<PersonName
								id={step.by_person.id}
								name={step.by_person.name}
								email={step.by}
								organization={step.by_person.organization}
							/>
						)}
						{step.by !== null && step.at !== null ? " · " : null}
						{step.at === null ? null : <RelativeTime iso={step.at} sentence />}
					</span>
				</p>
				{/* Its name, person and date say it. */}
				{step.state === "done" && step.by_person !== null ? null : (
					<p>
						<ServiceWords>{step.message}</ServiceWords>
					</p>
				)}
				{step.next === null ? null : (
					<p className={cx(current ? "font-medium" : "text-muted")}>
						<span className="sr-only">Next step: </span>
						<span aria-hidden>→ </span>
						<ServiceWords>{step.next}</ServiceWords>
					</p>
				)}
				{step.agents.length === 0 ? null : (
					<ul aria-label={`${STEP_NAMES[step.step]}: agents`} className="mt-1 grid gap-1">
						{step.agents.map(({ agent, state, silent, error, last_seen_at }) => {
							const look = AGENT_STATE[silent ? "silent" : state];
							return (
								<li key={agent} className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-small">
									<span className="font-mono">
										<bdi>{agentName(agent)}</bdi>
									</span>
									<Chip tone={look.tone} icon={look.icon}>
										{silent ? `offline, last reported ${state}` : state}
									</Chip>
									<span className="text-muted">
										last seen <RelativeTime iso={last_seen_at} sentence />
									</span>
									{error === null ? null : <span className="basis-full text-bad">{error}</span>}
								</li>
							);
						})}
					</ul>
				)}
			</div>
		</li>
	);
}
