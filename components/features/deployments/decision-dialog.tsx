"use client";

import { useState } from "react";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { useDecide } from "@/lib/browser/deployments";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { DeploymentAction } from "@/lib/contract/transitions";
import { forgetDraft, keepDraft } from "./activation-drafts";
import { decisionWords } from "./decision-words";
import { MixedNames } from "./mixed-names";
import { NoteField, noteOf } from "./note-field";
import { tagsOf } from "./tag-words";
import { TargetTags } from "./target-tags";
import { useDecisionDone } from "./use-decision-done";
import { useOverride } from "./use-override";

export interface DecisionDialogProps {
	action: DeploymentAction;
	/** The revision that the user saw: the decision holds for it alone. */
	deployment: DeploymentDetail;
	onClose: () => void;
	/** Called when the decision is sent: the row and this dialog may be gone when it ends. */
	onDecision?: (work: Promise<unknown>) => void;
}

const NOW = { asProposed: false };

/** Asks before a decision on a deployment, naming it and what follows. */
export function DecisionDialog({ action, deployment, onClose, onDecision }: DecisionDialogProps) {
	const decide = useDecide();
	const say = useDecisionDone();
	const [tags, setTags] = useState(() => tagsOf(deployment));
	const words = decisionWords(action, deployment);
	const override = useOverride(action === "activate" ? [deployment] : [], NOW);
	const submit = (fields: FormData) => {
		const overridden = override.read(fields);
		if (overridden === null) return;
		if (words.field === "note") keepDraft([deployment], { message: noteOf(fields), ...overridden });
		const work = decide.mutateAsync({
			action,
			deployment,
			...(words.field === "message" || words.field === "note" ? { message: noteOf(fields) } : {}),
			...(words.field === "tags" ? { tags: tags.join(",") } : {}),
			...overridden,
		});
		onDecision?.(work);
		// A failure is shown in the dialog, which stays open.
		work.then(
			(status) => {
				forgetDraft([deployment.id]);
				say(action, deployment, status);
				onClose();
			},
			() => {},
		);
	};
	return (
		<ActionDialog
			onClose={onClose}
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
			) : words.field === "note" ? (
				<>
					<MixedNames deployment={deployment} />
					{override.field}
					<NoteField deployments={[deployment]} />
				</>
			) : words.field === "tags" ? (
				<TargetTags targetId={deployment.target_id} tags={tags} onChange={setTags} />
			) : undefined}
		</ActionDialog>
	);
}
