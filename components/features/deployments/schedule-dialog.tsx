"use client";

import { useState } from "react";
import { toast } from "sonner";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { Button } from "@/components/kit/ui/button";
import { controlClass, Field } from "@/components/kit/ui/field";
import { Notice } from "@/components/kit/ui/notice";
import { overtakenBy } from "@/lib/browser/api-error";
import { useSchedule } from "@/lib/browser/deployment-work";
import { formatInstant } from "@/lib/browser/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { allows } from "@/lib/contract/transitions";
import { isolate } from "@/lib/rules/text/isolate";
import { clockWords, localMinute, readLocalMinute, samePlan, scheduleProblem, zoneWords } from "./schedule-times";

export interface ScheduleDialogProps {
	deployment: DeploymentDetail;
	/** Receives the deployment whose schedule is about to change. */
	onSend?: (deployment: DeploymentDetail) => void;
	onClose: () => void;
}

/** Schedules a deployment's activation and deactivation. */
export function ScheduleDialog({ deployment, onSend, onClose }: ScheduleDialogProps) {
	const [begun] = useState(deployment);
	const { design_name, target, status } = deployment;
	const { schedule } = begun;
	const save = useSchedule();
	const [from, setFrom] = useState(localMinute(schedule?.activate_at ?? null));
	const [to, setTo] = useState(localMinute(schedule?.deactivate_at ?? null));
	// Saving replaces only the schedule that was there when this opened, never a newer one.
	const held = samePlan(deployment, begun) ? deployment : begun;
	const [asked, setAsked] = useState(false);
	const mayActivate = allows("activate", status);
	const activateAt = readLocalMinute(from, schedule?.activate_at);
	const plan = {
		activate_at: mayActivate ? activateAt : null,
		deactivate_at: readLocalMinute(to, schedule?.deactivate_at),
	};
	const there = `${isolate(design_name)} on ${isolate(target)}`;
	const planned = schedule !== null && (schedule.activate_at !== null || schedule.deactivate_at !== null);
	const problem = scheduleProblem(plan, { mayActivate, now: Date.now() });
	const send = (next: typeof plan, done: string) => {
		onSend?.(held);
		save.mutate(
			{ deployment: held, plan: next },
			{
				onSuccess: () => {
					toast.success(done);
					onClose();
				},
			},
		);
	};
	const submit = () => {
		setAsked(true);
		if (problem === null) send(plan, `Scheduled ${there}`);
	};
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={`Schedule ${there}`}
			description={`Times are ${zoneWords()}. The change runs under your name.`}
			action="Save schedule"
			pending={save.isPending}
			error={overtakenBy(save.error)}
			onSubmit={submit}
		>
			{mayActivate ? (
				<MomentField
					label="Activate at"
					name="activate_at"
					value={from}
					instant={activateAt}
					onChange={setFrom}
					error={asked && problem?.field === "activate_at" ? problem.message : null}
				/>
			) : null}
			<MomentField
				label="Deactivate at"
				name="deactivate_at"
				value={to}
				instant={plan.deactivate_at}
				onChange={setTo}
				error={asked && problem?.field === "deactivate_at" ? problem.message : null}
			/>
			<Notice kind="info">
				<ul className="grid gap-1">
					{mayActivate ? (
						<>
							<li>
								If an older build of <bdi>{design_name}</bdi> is active on <bdi>{target}</bdi> then, this one replaces
								it. If a newer one is active by then, it stays and this one is not activated.
							</li>
							<li>If the request is cancelled before then, nothing is activated.</li>
							<li>
								If <bdi>{target}</bdi> is closed for activations then, it waits until it opens.
							</li>
						</>
					) : null}
					<li>A manual change before then cancels the schedule.</li>
					<li>If you've lost access by then, it fails and the reason is shown on the deployment.</li>
				</ul>
			</Notice>
			{planned ? (
				<Button
					variant="danger"
					className="justify-self-start"
					onClick={() => send({ activate_at: null, deactivate_at: null }, `Removed the schedule of ${there}`)}
				>
					Remove schedule
				</Button>
			) : null}
		</ActionDialog>
	);
}

interface MomentFieldProps {
	label: string;
	name: string;
	value: string;
	/** What the value stands for. */
	instant: string | null;
	onChange: (value: string) => void;
	error: string | null;
}

function MomentField({ label, name, value, instant, onChange, error }: MomentFieldProps) {
	const clocks = instant === null ? null : clockWords(value, instant);
	return (
		<Field
			label={label}
			optional
			live
			error={error}
			hint={
				instant === null
					? "Leave empty to do this manually."
					: `${formatInstant(instant)}${clocks === null ? "" : `. ${clocks}`}`
			}
		>
			{(control) => (
				<input
					{...control}
					type="datetime-local"
					max="9999-12-31T23:59"
					name={name}
					value={value}
					onChange={(event) => onChange(event.target.value)}
					className={controlClass()}
				/>
			)}
		</Field>
	);
}
