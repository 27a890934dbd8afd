import { type ReactNode, useState } from "react";
import { textOf } from "@/components/kit/form/read-form";
import { controlClass, Field } from "@/components/kit/ui/field";
import { Notice } from "@/components/kit/ui/notice";
import { useNow } from "@/components/kit/ui/relative-time";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { draftOf } from "./activation-drafts";
import type { ActivationTime } from "./approval-words";
import { closedSentences, takesReason } from "./closed-words";

const NAMED = 5;

export interface Override {
	/** The field of a dialog; null while all targets are open. */
	field: ReactNode;
	/** The reason, where one is needed; null where it is missing, which the field then shows. */
	read: (fields: FormData) => { override_reason?: string } | null;
}

/**
 * Asks why deployments are activated although their targets are closed for activations. Deployments
 * that are only scheduled or approved need no reason.
 */
export function useOverride(deployments: readonly DeploymentDetail[], asked: ActivationTime): Override {
	const now = useNow();
	const [problem, setProblem] = useState<string | null>(null);
	const activated = deployments.filter((deployment) => takesReason(deployment, asked, now));
	const closed = closedSentences(activated, now);
	if (closed.length === 0) return { field: null, read: () => ({}) };
	const more = closed.length - NAMED;
	return {
		field: (
			<>
				<Notice kind="warn">
					{closed.slice(0, NAMED).map((words) => (
						<p key={words}>{words}</p>
					))}
					{more > 0 ? <p>So are {more} more targets.</p> : null}
				</Notice>
				<Field label="Reason for activating now" error={problem} hint="Kept in the history and the audit log.">
					{(control) => (
						<textarea
							{...control}
							name="override_reason"
							defaultValue={draftOf(deployments).override_reason}
							rows={2}
							maxLength={2_000}
							className={controlClass()}
						/>
					)}
				</Field>
			</>
		),
		read: (fields) => {
			const reason = textOf(fields, "override_reason");
			setProblem(reason === "" ? "Say why it cannot wait." : null);
			return reason === "" ? null : { override_reason: reason };
		},
	};
}
