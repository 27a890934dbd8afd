"use client";

import { useState } from "react";
import { noteOf } from "@/components/features/deployments/note-field";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { Link } from "@/components/kit/ui/link";
import { Notice } from "@/components/kit/ui/notice";
import { nameOfPerson } from "@/components/kit/ui/person-words";
import { ApiError } from "@/lib/browser/api-error";
import { useDecide } from "@/lib/browser/deployments";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { statusWord } from "@/lib/contract/status-terms";
import { allows } from "@/lib/contract/transitions";
import { isolate } from "@/lib/rules/text/isolate";
import { changesBetween } from "./changes-between";
import type { UndoableDecision } from "./queue-types";
import { tell } from "./use-decisions";

export interface RejectDialogProps {
	/** The current version: it may change or end while the reason is being written. */
	deployment: DeploymentDetail;
	/** Receives the version that is about to be rejected. */
	onSend: (deployment: DeploymentDetail) => void;
	onFailed: () => void;
	onClose: () => void;
	onDone: () => void;
	onUndo: (decision: UndoableDecision) => void;
}

/** Asks for the reason that the requester will see. The text survives changes of the request. */
export function RejectDialog({ deployment, onSend, onFailed, onClose, onDone, onUndo }: RejectDialogProps) {
	const decide = useDecide({ quick: true });
	const [seen, setSeen] = useState(deployment);
	const { design_name, target, status } = deployment;
	const told = `${nameOfPerson(deployment.requester_person, deployment.requester)} will see this reason.`;
	const there = `${isolate(design_name)} on ${isolate(target)}`;
	// Until the service has answered, a change may be this decision.
	const changed = deployment.revision !== seen.revision && !decide.isPending;
	const ended = !allows("reject", status) && !decide.isPending;
	const outdated = decide.error instanceof ApiError && decide.error.status === 412;
	const submit = (fields: FormData) => {
		// The change is shown above the button, so a second click means the current request.
		if (outdated) setSeen(deployment);
		const held = outdated ? deployment : seen;
		onSend(held);
		decide.mutate(
			{ action: "reject", deployment: held, message: noteOf(fields) },
			{
				onError: onFailed,
				onSuccess: () => {
					tell({ action: "reject", requests: [held] }, `Rejected ${there}`, {
						description: (
							<>
								{told}{" "}
								<Link href={`/deployments/${deployment.id}`} className="text-accent underline">
									View request
								</Link>
							</>
						),
						undo: onUndo,
					});
					onDone();
				},
			},
		);
	};
	return (
		<ActionDialog
			onClose={onClose}
			title={`Reject ${there}?`}
			description={`${told} You can still activate the request later.`}
			action={outdated ? "Reject anyway" : "Reject"}
			variant="destructive"
			pending={decide.isPending}
			error={decide.error}
			unavailable={ended ? `The request is no longer pending: it is ${statusWord(status)}.` : null}
			onSubmit={submit}
		>
			{changed ? (
				<Notice kind="warn" alert>
					<p className="font-medium">The request changed while you were typing.</p>
					{changesBetween(seen, deployment).map((change) => (
						<p key={change}>{change}</p>
					))}
				</Notice>
			) : null}
			<Field label="Reason" optional>
				{(control) => <textarea {...control} name="message" rows={3} maxLength={2_000} className={controlClass()} />}
			</Field>
		</ActionDialog>
	);
}
