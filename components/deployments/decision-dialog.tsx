"use client";

import { useState } from "react";
import { toast } from "sonner";
import { ActionDialog } from "@/components/ui/action-dialog";
import { controlClass, Field } from "@/components/ui/field";
import { useDecide } from "@/lib/client/deployments";
import { type DeploymentDetail, tagParameters } from "@/lib/contract/deployment";
import type { DeploymentAction } from "@/lib/contract/transitions";
import { decisionWords } from "./decision-words";

export interface DecisionDialogProps {
	action: DeploymentAction;
	/** As it was when the dialog opened: the decision holds for that revision alone. */
	deployment: DeploymentDetail;
	onClose: () => void;
	/** Told of the decision while it is under way; the row, and this dialog with it, may be gone when it ends. */
	onDecision?: (work: Promise<unknown>) => void;
}

const text = (fields: FormData, name: string) => {
	const value = fields.get(name);
	return typeof value === "string" ? value : "";
};

/** Asks before a decision on a deployment, naming it and what follows. */
export function DecisionDialog({ action, deployment, onClose, onDecision }: DecisionDialogProps) {
	const decide = useDecide();
	const [problem, setProblem] = useState<string | null>(null);
	const words = decisionWords(action, deployment);
	const submit = (fields: FormData) => {
		const tags = text(fields, "tags");
		const message = tagParameters.safeParse({ tags }).error?.issues[0]?.message;
		setProblem(message === undefined ? null : `The list ${message}.`);
		if (message !== undefined) return;
		const work = decide.mutateAsync({
			action,
			deployment,
			...(words.field === "message" ? { message: text(fields, "message") } : {}),
			...(words.field === "tags" ? { tags } : {}),
		});
		onDecision?.(work);
		// A failure is shown in the dialog, which stays open.
		work.then(
			() => {
				toast.success(words.done);
				onClose();
			},
			() => {},
		);
	};
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={words.title}
			description={words.consequence}
			action={words.action}
			dismiss={words.dismiss}
			variant={words.variant}
			pending={decide.isPending}
			error={decide.error}
			onSubmit={submit}
		>
			{words.field === "message" ? (
				<Field label="Message" optional>
					{(control) => <textarea {...control} name="message" rows={3} maxLength={2_000} className={controlClass()} />}
				</Field>
			) : words.field === "tags" ? (
				<Field label="Tags" error={problem} hint="Separated by commas; they replace all earlier tags. Empty: no tags.">
					{(control) => <input {...control} name="tags" defaultValue={deployment.tags} className={controlClass()} />}
				</Field>
			) : undefined}
		</ActionDialog>
	);
}
