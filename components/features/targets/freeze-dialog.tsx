"use client";

import { useState } from "react";
import { toast } from "sonner";
import { readLocalMinute, zoneWords } from "@/components/features/deployments/schedule-times";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { DeleteDialog } from "@/components/kit/ui/delete-dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { useNow } from "@/components/kit/ui/relative-time";
import { useSend } from "@/lib/browser/api";
import type { CreateFreeze, TargetFreeze } from "@/lib/contract/activation-window";
import type { TargetDetail } from "@/lib/contract/target";
import { isolate } from "@/lib/rules/text/isolate";
import { freezeWords } from "./window-words";

type Problems = Partial<Record<"starts_at" | "ends_at" | "reason", string>>;

/** What a form of a freeze says, or what is wrong with it. */
function readFreeze(fields: FormData): { freeze: CreateFreeze } | { problems: Problems } {
	const text = (name: string) => String(fields.get(name) ?? "").trim();
	const [starts, ends, reason] = [readLocalMinute(text("starts_at")), readLocalMinute(text("ends_at")), text("reason")];
	const problems: Problems = {
		...(ends === null ? { ends_at: "Enter a date and time." } : {}),
		...(ends !== null && Date.parse(ends) <= Date.now() ? { ends_at: "This time is in the past." } : {}),
		...(starts !== null && ends !== null && ends <= starts ? { ends_at: "The end must come after the start." } : {}),
		...(reason === "" ? { reason: "Say why, for everybody who wants to activate then." } : {}),
	};
	if (ends === null || Object.keys(problems).length > 0) return { problems };
	return { freeze: { ...(starts === null ? {} : { starts_at: starts }), ends_at: ends, reason } };
}

/** Adds a freeze to a target. */
export function FreezeDialog({ target, onClose }: { target: TargetDetail; onClose: () => void }) {
	const create = useSend("POST /api/targets/[target_id]/freezes");
	const [problems, setProblems] = useState<Problems>({});
	const submit = (fields: FormData) => {
		const read = readFreeze(fields);
		setProblems("problems" in read ? read.problems : {});
		if ("problems" in read) return;
		create.mutate(
			{ target_id: target.id, body: read.freeze },
			{
				onSuccess: () => {
					toast.success(`Added a freeze of ${isolate(target.name)}`);
					onClose();
				},
			},
		);
	};
	const moment = (name: "starts_at" | "ends_at") => (control: object) => (
		<input {...control} type="datetime-local" max="9999-12-31T23:59" name={name} className={controlClass()} />
	);
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={`Freeze ${isolate(target.name)}`}
			description={`Activations then take a reason, and scheduled ones wait. Rollback, deactivation and rejection stay possible. Times are ${zoneWords()}.`}
			action="Add freeze"
			pending={create.isPending}
			error={create.error}
			onSubmit={submit}
		>
			<div className="grid gap-4 sm:grid-cols-2">
				<Field label="From" optional error={problems.starts_at} hint="Leave empty to start now.">
					{moment("starts_at")}
				</Field>
				<Field label="Until" error={problems.ends_at}>
					{moment("ends_at")}
				</Field>
			</div>
			<Field label="Reason" error={problems.reason} hint="Shown to everybody who wants to activate then.">
				{(control) => <input {...control} name="reason" maxLength={200} className={controlClass()} />}
			</Field>
		</ActionDialog>
	);
}

export interface RemoveFreezeDialogProps {
	target: TargetDetail;
	freeze: TargetFreeze;
	onClose: () => void;
}

/** Confirms the removal of a freeze: what waits for its end may be activated at once. */
export function RemoveFreezeDialog({ target, freeze, onClose }: RemoveFreezeDialogProps) {
	const name = isolate(target.name);
	return (
		<DeleteDialog
			item={{ target_id: target.id, freeze_id: freeze.id }}
			remove={useSend("DELETE /api/targets/[target_id]/freezes/[freeze_id]")}
			title="Remove this freeze?"
			description={`${freezeWords(freeze, useNow())}. Scheduled activations that wait for ${name} run as soon as it is open.`}
			action="Remove freeze"
			done={`Removed a freeze of ${name}`}
			onClose={onClose}
		/>
	);
}
