"use client";

import { useState } from "react";
import { toast } from "sonner";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { Button } from "@/components/kit/ui/button";
import { Notice } from "@/components/kit/ui/notice";
import { overtakenBy } from "@/lib/browser/api-error";
import { useSchedule } from "@/lib/browser/deployment-work";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { allows } from "@/lib/contract/transitions";
import { isolate } from "@/lib/rules/text/isolate";
import { approvedWords } from "./approval-words";
import { MomentField } from "./moment-field";
import { SchedulePresets } from "./schedule-presets";
import { localMinute, readLocalMinute, samePlan, scheduleProblem, zoneWords } from "./schedule-times";

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
				onSuccess: ({ approvals }) => {
					// With several administrators, it is the last one who schedules.
					const approved = next.activate_at !== null && approvals !== null && approvals.missing > 0;
					toast.success(approved ? approvedWords(deployment, approvals) : done);
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
			onClose={onClose}
			title={`Schedule ${there}`}
			description={`Times are ${zoneWords()}. The change runs under your name.`}
			action="Save schedule"
			pending={save.isPending}
			error={overtakenBy(save.error)}
			onSubmit={submit}
		>
			{mayActivate ? (
				<SchedulePresets
					proposed={deployment.proposed}
					onPick={(times) => {
						setFrom(times.from);
						if (times.to !== null) setTo(times.to);
					}}
				/>
			) : null}
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
