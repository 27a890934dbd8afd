"use client";

import { useState } from "react";
import { toast } from "sonner";
import { largerWords } from "@/components/features/deployments/request-facts";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { useBulk } from "@/lib/browser/deployment-work";
import { formatBytes, formatPlural } from "@/lib/browser/format";
import type { BulkDialogAction } from "@/lib/contract/bulk";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { isolate } from "@/lib/rules/text/isolate";
import { forgetDraft, keepDraft } from "./activation-drafts";
import { BulkOutcomes, type NamedOutcome } from "./bulk-outcomes";
import { type BulkResult, bulkCounts, bulkResult } from "./bulk-result";
import { BULK_WORDS, splitForBulk } from "./bulk-words";
import { noteOf } from "./note-field";
import { TargetTags } from "./target-tags";
import { useOverride } from "./use-override";
import { useReactivate } from "./use-reactivate";
import { undoAction } from "./use-undo";

export interface BulkDialogProps {
	action: BulkDialogAction;
	/** The revisions that the user saw: each decision holds for that revision alone. */
	deployments: readonly DeploymentDetail[];
	/** The noun for them: requests, or deployments in any status. */
	what?: "request" | "deployment";
	/** Whether the page shows the outcomes in its rows; otherwise the dialog does. */
	toldByPage?: boolean;
	/** Called with those about to be decided on. */
	onSend?: (deployments: readonly DeploymentDetail[]) => void;
	/** Called with the outcomes. */
	onDone: (result: BulkResult) => void;
	onClose: () => void;
}

const TIME_TO_READ = 20_000;
const NAMED = 20;
const there = ({ design_name, target }: DeploymentDetail) => `${isolate(design_name)} on ${isolate(target)}`;
const sentence = (words: string) =>
	`${words.charAt(0).toUpperCase()}${words.slice(1)}${words.endsWith(".") ? "" : "."}`;

/** Confirms a bulk decision, names what is skipped, and then shows the outcomes. */
export function BulkDialog(props: BulkDialogProps) {
	const { action, deployments, what = "deployment", toldByPage = false, onSend, onDone, onClose } = props;
	const bulk = useBulk();
	const reactivate = useReactivate();
	const words = BULK_WORDS[action];
	const { able, leftOut } = splitForBulk(action, deployments);
	const [first] = able;
	// Unusual ones come first, so that they are not lost among the rest.
	const named = able
		.map((deployment) => ({ ...deployment, larger: action === "activate" ? largerWords(deployment) : null }))
		.sort((a, b) => Number(b.larger !== null) - Number(a.larger !== null));
	const [tags, setTags] = useState<string[]>(() => (able.length === 1 && first?.tags ? first.tags.split(",") : []));
	const [outcomes, setOutcomes] = useState<NamedOutcome[] | null>(null);
	const override = useOverride(action === "activate" ? able : [], { asProposed: false });
	if (outcomes !== null) return <BulkOutcomes action={action} outcomes={outcomes} onClose={onClose} />;
	const submit = (fields: FormData) => {
		const overridden = override.read(fields);
		if (overridden === null) return;
		if (action === "activate") keepDraft(able, overridden);
		onSend?.(able);
		bulk.mutate(
			{
				action,
				deployments: able,
				...(words.field === "tags" ? { tags } : {}),
				...(words.field === "message" ? { message: noteOf(fields) } : {}),
				...overridden,
			},
			{
				onSuccess: (result) => {
					const refused = result.outcomes.flatMap((one) => (one.ok ? [] : [[one.id, sentence(one.message)] as const]));
					const left = leftOut.map(({ deployment, reason }) => [deployment.id, sentence(reason)] as const);
					const became = bulkResult(action, result.outcomes);
					forgetDraft(became.done);
					onDone({ ...became, failures: new Map([...refused, ...left]) });
					if (toldByPage) onClose();
					else if (refused.length === 0) {
						toast.success(bulkCounts(became, what, words.done), {
							duration: TIME_TO_READ,
							...(action === "deactivate" ? undoAction(() => void reactivate(able, result.outcomes)) : {}),
						});
						onClose();
					} else {
						const problems = new Map(refused);
						setOutcomes(able.map((one) => ({ id: one.id, name: there(one), problem: problems.get(one.id) ?? null })));
					}
				},
			},
		);
	};
	const onlyTarget =
		first !== undefined && able.every(({ target_id }) => target_id === first.target_id) ? first.target_id : null;
	return (
		<ActionDialog
			onClose={onClose}
			title={words.title(able, what)}
			description={words.consequence(able)}
			action={words.field === "tags" ? "Save tags" : `${words.action} ${able.length}`}
			variant={words.variant}
			pending={bulk.isPending}
			error={bulk.error}
			unavailable={able.length === 0 ? `This cannot be done with any of the selected ${what}s.` : null}
			wide
			onSubmit={submit}
		>
			{words.field === "message" ? (
				<Field label="Reason" optional>
					{(control) => <textarea {...control} name="message" rows={3} maxLength={2_000} className={controlClass()} />}
				</Field>
			) : null}
			{override.field}
			{words.field === "tags" ? <TargetTags targetId={onlyTarget} tags={tags} onChange={setTags} /> : null}
			<ul className="grid gap-1" aria-label="Will be changed">
				{named.slice(0, NAMED).map(({ id, design_name, target, filesize, larger }) => (
					<li key={id} className="flex flex-wrap justify-between gap-x-4">
						<span className="min-w-0">
							<bdi>{design_name}</bdi>{" "}
							<span className="text-muted">
								on <bdi>{target}</bdi>
							</span>
						</span>
						<span className="text-muted">
							{larger === null ? null : <span className="text-warn">{larger} · </span>}
							{formatBytes(filesize)}
						</span>
					</li>
				))}
				{able.length > NAMED ? <li className="text-muted">and {able.length - NAMED} more</li> : null}
			</ul>
			{leftOut.length === 0 ? null : (
				<section aria-label="Skipped" className="grid gap-1 border-line border-t pt-3">
					<p className="font-medium">{formatPlural(leftOut.length, what)} skipped</p>
					<ul className="grid gap-1 text-small">
						{leftOut.slice(0, NAMED).map(({ deployment, reason }) => (
							<li key={deployment.id}>
								{there(deployment)}:{" "}
								<span className="text-muted">
									<bdi>{reason}</bdi>
								</span>
							</li>
						))}
						{leftOut.length > NAMED ? <li className="text-muted">and {leftOut.length - NAMED} more</li> : null}
					</ul>
				</section>
			)}
		</ActionDialog>
	);
}
