"use client";

import { activationEffect } from "@/components/features/deployments/activation-effect";
import { afterApproval } from "@/components/features/deployments/approval-words";
import { MixedNames } from "@/components/features/deployments/mixed-names";
import { NoteField, noteOf } from "@/components/features/deployments/note-field";
import { useOverride } from "@/components/features/deployments/use-override";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { Notice } from "@/components/kit/ui/notice";
import { useNow } from "@/components/kit/ui/relative-time";
import { ServiceWords } from "@/components/kit/ui/service-words";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { ActivationWarning } from "@/lib/contract/preview";
import { isolate } from "@/lib/rules/text/isolate";
import { activationLabel } from "./activation-offer";

export interface ActivateDialogProps {
	deployment: DeploymentDetail;
	/** Whether to activate at the times that the requester proposed. */
	asProposed: boolean;
	warnings: readonly ActivationWarning[];
	pending: boolean;
	error: unknown;
	/** Takes the note for the requester, and the reason where the target is closed for activations. */
	onConfirm: (said: { message: string; override_reason?: string }) => void;
	onClose: () => void;
}

/** Confirms an unusual activation, or takes a note; a plain one needs neither. */
export function ActivateDialog(props: ActivateDialogProps) {
	const { deployment, asProposed, warnings, pending, error, onConfirm, onClose } = props;
	const { design_name, target } = deployment;
	const now = useNow();
	const asked = { asProposed };
	const override = useOverride([deployment], asked);
	const effect = activationEffect(deployment, asked, now ?? Date.now());
	// The field has it in the reader's zone.
	const told = warnings.filter(({ code }) => code !== "outside_window" || override.field === null);
	const verb = effect === "approval" ? "Approve" : "Activate";
	return (
		<ActionDialog
			onClose={onClose}
			title={`${verb} ${isolate(design_name)} on ${isolate(target)}${warnings.length === 0 ? "" : " anyway"}?`}
			description={afterApproval(deployment, asked) ?? consequence(deployment, effect === "scheduled")}
			action={activationLabel(deployment, asked, now)}
			pending={pending}
			error={error}
			onSubmit={(fields) => {
				const overridden = override.read(fields);
				if (overridden !== null) onConfirm({ ...overridden, message: noteOf(fields) });
			}}
		>
			<MixedNames deployment={deployment} />
			{told.length === 0 ? null : (
				<Notice kind="warn">
					{told.map(({ code, message }) => (
						<p key={code}>
							<ServiceWords>{message}</ServiceWords>
						</p>
					))}
				</Notice>
			)}
			{override.field}
			<NoteField deployments={[deployment]} />
		</ActionDialog>
	);
}

function consequence({ target, replaces }: DeploymentDetail, isLater: boolean): string {
	if (isLater) return "It is scheduled for the time that the requester proposed. Nothing is activated before.";
	return replaces === null
		? `Lookups return it once agents of ${isolate(target)} have loaded it.`
		: `It deactivates the current build of this design on ${isolate(target)}.`;
}
