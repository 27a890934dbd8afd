"use client";

import { readLocalMinute, zoneWords } from "@/components/features/deployments/schedule-times";
import { FormDialog } from "@/components/kit/form/form-dialog";
import type { TextField } from "@/components/kit/form/form-field";
import { textOf } from "@/components/kit/form/read-form";
import { DeleteDialog } from "@/components/kit/ui/delete-dialog";
import { useNow } from "@/components/kit/ui/relative-time";
import { useSend } from "@/lib/browser/api";
import type { CreateFreeze, TargetFreeze } from "@/lib/contract/activation-window";
import type { TargetDetail } from "@/lib/contract/target";
import { isolate } from "@/lib/rules/text/isolate";
import { freezeWords } from "./window-words";

const MOMENT: Pick<TextField, "input" | "read"> = {
	input: { type: "datetime-local", max: "9999-12-31T23:59" },
	read: (text) => readLocalMinute(text) ?? undefined,
};

function problemOfEnd(text: string, form: FormData): string | null {
	const [starts, ends] = [readLocalMinute(textOf(form, "starts_at")), readLocalMinute(text)];
	if (ends === null) return "Enter a date and time.";
	if (starts !== null && ends <= starts) return "The end must come after the start.";
	return Date.parse(ends) <= Date.now() ? "This time is in the past." : null;
}

/** Adds a freeze to a target. */
export function FreezeDialog({ target, onClose }: { target: TargetDetail; onClose: () => void }) {
	const create = useSend("POST /api/targets/[target_id]/freezes");
	return (
		<FormDialog
			title={`Freeze ${isolate(target.name)}`}
			description={`Activations then take a reason, and scheduled ones wait. Rollback, deactivation and rejection stay possible. Times are ${zoneWords()}.`}
			action="Add freeze"
			fields={[
				[
					{ name: "starts_at", label: "From", optional: true, hint: "Leave empty to start now.", ...MOMENT },
					{ name: "ends_at", label: "Until", check: problemOfEnd, ...MOMENT },
				],
				{
					name: "reason",
					label: "Reason",
					hint: "Shown to everybody who wants to activate then.",
					required: "Say why, for everybody who wants to activate then.",
					input: { maxLength: 200 },
				},
			]}
			saving={create}
			send={(body: CreateFreeze, then) => create.mutate({ target_id: target.id, body }, then)}
			done={() => `Added a freeze of ${isolate(target.name)}`}
			onClose={onClose}
		/>
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
