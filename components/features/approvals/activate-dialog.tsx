"use client";

import { NoteField, noteOf } from "@/components/features/deployments/note-field";
import { useOverride } from "@/components/features/deployments/use-override";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { Notice } from "@/components/kit/ui/notice";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { ActivationWarning } from "@/lib/contract/preview";
import { isolate } from "@/lib/rules/text/isolate";

export interface ActivateDialogProps {
	deployment: DeploymentDetail;
	warnings: readonly ActivationWarning[];
	pending: boolean;
	error: unknown;
	/** Takes the note for the requester, and the reason where the target is closed for activations. */
	onConfirm: (said: { message: string; override_reason?: string }) => void;
	onClose: () => void;
}

/** Confirms an unusual activation, or takes a note; a plain one needs neither. */
export function ActivateDialog({ deployment, warnings, pending, error, onConfirm, onClose }: ActivateDialogProps) {
	const { design_name, target, replaces } = deployment;
	const override = useOverride([deployment]);
	// The field says it in the reader's zone.
	const told = warnings.filter(({ code }) => code !== "outside_window" || override.field === null);
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={`Activate ${isolate(design_name)} on ${isolate(target)}${warnings.length === 0 ? "" : " anyway"}?`}
			description={
				replaces === null
					? `Lookups answer with it once agents of ${isolate(target)} have loaded it.`
					: `It deactivates the current build of this design on ${isolate(target)}.`
			}
			action="Activate"
			pending={pending}
			error={error}
			onSubmit={(fields) => {
				const overridden = override.read(fields);
				if (overridden !== null) onConfirm({ ...overridden, message: noteOf(fields) });
			}}
		>
			{told.length === 0 ? null : (
				<Notice kind="warn">
					{told.map(({ code, message }) => (
						<p key={code}>
							<bdi>{message}</bdi>
						</p>
					))}
				</Notice>
			)}
			{override.field}
			<NoteField />
		</ActionDialog>
	);
}
