"use client";

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
	onConfirm: () => void;
	onClose: () => void;
}

/** Confirms an unusual activation; a plain one needs no confirmation. */
export function ActivateDialog({ deployment, warnings, pending, error, onConfirm, onClose }: ActivateDialogProps) {
	const { design_name, target, replaces } = deployment;
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={`Activate ${isolate(design_name)} on ${isolate(target)} anyway?`}
			description={
				replaces === null
					? `Lookups answer with it once agents of ${isolate(target)} have loaded it.`
					: `It deactivates the current build of this design on ${isolate(target)}.`
			}
			action="Activate"
			pending={pending}
			error={error}
			onSubmit={onConfirm}
		>
			<Notice kind="warn">
				{warnings.map(({ code, message }) => (
					<p key={code}>
						<bdi>{message}</bdi>
					</p>
				))}
			</Notice>
		</ActionDialog>
	);
}
