"use client";

import { useState } from "react";
import { toast } from "sonner";
import { ActionDialog } from "@/components/ui/action-dialog";
import { controlClass, Field } from "@/components/ui/field";
import { describeError } from "@/lib/client/api-error";
import { useBulk } from "@/lib/client/deployment-work";
import { formatBytes, formatPlural } from "@/lib/client/format";
import type { BulkAction, BulkOutcome } from "@/lib/contract/bulk";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { BulkOutcomes, type NamedOutcome } from "./bulk-outcomes";
import { BULK_WORDS, splitForBulk } from "./bulk-words";
import { TargetTags } from "./target-tags";
import { undoAction } from "./use-undo";

export interface BulkDialogProps {
	action: BulkAction;
	/** As they were when the question was asked: each decision holds for that revision alone. */
	deployments: readonly DeploymentDetail[];
	/** Told which of them failed or were left out, once the answer is there. */
	onDone: (remaining: string[]) => void;
	onClose: () => void;
}

const TIME_TO_READ = 20_000;

/** Asks before a decision on many, says what will be left out, and afterwards what came of each. */
export function BulkDialog({ action, deployments, onDone, onClose }: BulkDialogProps) {
	const bulk = useBulk();
	const words = BULK_WORDS[action];
	const { able, leftOut } = splitForBulk(action, deployments);
	const [tags, setTags] = useState<string[]>([]);
	const [outcomes, setOutcomes] = useState<NamedOutcome[] | null>(null);
	if (outcomes !== null) return <BulkOutcomes action={action} outcomes={outcomes} onClose={onClose} />;
	const nameOf = (id: string) => {
		const found = deployments.find((deployment) => deployment.id === id);
		return found === undefined ? id : `${found.design_name} on ${found.target}`;
	};
	/** As they were left: what somebody else has changed since stays as it is. */
	const reactivate = async (done: readonly BulkOutcome[]) => {
		const left = able.flatMap((deployment) => {
			const outcome = done.find(({ id }) => id === deployment.id);
			return outcome?.ok === true && outcome.revision !== null ? [{ ...deployment, revision: outcome.revision }] : [];
		});
		await bulk.mutateAsync({ action: "activate", deployments: left }).then(
			({ done: back, failed }) =>
				failed === 0
					? toast.success(`${formatPlural(back, "deployment")} activated again`)
					: toast.warning(`${formatPlural(back, "deployment")} activated again, ${failed} not`, {
							description: "Those were changed meanwhile: look at them before you decide.",
							duration: TIME_TO_READ,
						}),
			(error: unknown) =>
				toast.error("They were not activated again", { description: describeError(error), duration: TIME_TO_READ }),
		);
	};
	const submit = (fields: FormData) => {
		const message = fields.get("message");
		bulk.mutate(
			{
				action,
				deployments: able,
				...(words.field === "tags" ? { tags } : {}),
				...(typeof message === "string" ? { message } : {}),
			},
			{
				onSuccess: (result) => {
					const failed = result.outcomes.filter(({ ok }) => !ok).map(({ id }) => id);
					onDone([...failed, ...leftOut.map(({ deployment }) => deployment.id)]);
					if (failed.length === 0) {
						toast.success(`${formatPlural(result.done, "deployment")} ${words.done}`, {
							duration: TIME_TO_READ,
							...(action === "deactivate" ? undoAction(() => void reactivate(result.outcomes)) : {}),
						});
						onClose();
						return;
					}
					setOutcomes(
						result.outcomes.map((outcome) => ({
							id: outcome.id,
							name: nameOf(outcome.id),
							problem: outcome.ok ? null : outcome.message,
						})),
					);
				},
			},
		);
	};
	const [first] = able;
	const onlyTarget =
		first !== undefined && able.every(({ target_id }) => target_id === first.target_id) ? first.target_id : null;
	const bytes = able.reduce((sum, { filesize }) => sum + filesize, 0);
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={words.title(able.length)}
			description={words.consequence}
			action={words.field === "tags" ? "Save tags" : words.action}
			variant={words.variant}
			pending={bulk.isPending}
			error={bulk.error}
			unavailable={able.length === 0 ? "None of the selected deployments allows it." : null}
			wide
			onSubmit={submit}
		>
			{words.field === "message" ? (
				<Field label="Message" optional>
					{(control) => <textarea {...control} name="message" rows={3} maxLength={2_000} className={controlClass()} />}
				</Field>
			) : null}
			{words.field === "tags" ? <TargetTags targetId={onlyTarget} tags={tags} onChange={setTags} /> : null}
			<ul className="grid gap-1" aria-label="Will be changed">
				{able.map(({ id, design_name, target, filesize }) => (
					<li key={id} className="flex flex-wrap justify-between gap-x-4">
						<span className="min-w-0">
							{design_name} <span className="text-muted">on {target}</span>
						</span>
						<span className="text-muted">{formatBytes(filesize)}</span>
					</li>
				))}
			</ul>
			{able.length > 1 ? <p className="text-muted text-small">Together {formatBytes(bytes)}.</p> : null}
			{leftOut.length === 0 ? null : (
				<section aria-label="Left as they are" className="grid gap-1 border-line border-t pt-3">
					<p className="font-medium">{formatPlural(leftOut.length, "deployment")} left as they are</p>
					<ul className="grid gap-1 text-small">
						{leftOut.map(({ deployment, reason }) => (
							<li key={deployment.id}>
								{deployment.design_name} on {deployment.target}: <span className="text-muted">{reason}</span>
							</li>
						))}
					</ul>
				</section>
			)}
		</ActionDialog>
	);
}
