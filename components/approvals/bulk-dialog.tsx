"use client";

import { ActionDialog } from "@/components/ui/action-dialog";
import { controlClass, Field } from "@/components/ui/field";
import { useBulk } from "@/lib/client/deployment-work";
import { formatBytes, formatPlural } from "@/lib/client/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { TagDialog } from "./tag-dialog";
import { expectOwnChange } from "./use-own-change";

export type BulkQuestion = "activate" | "reject" | "tag";

export interface BulkDialogProps {
	action: BulkQuestion;
	requests: readonly DeploymentDetail[];
	onClose: () => void;
	/** Ids of what was done, and why the rest was not. */
	onDone: (done: string[], failures: ReadonlyMap<string, string>) => void;
}

const NAMED = 5;
const capital = (sentence: string) => `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;

/** The targets of requests with how many go to each: `Northgrid EU (8), Northgrid US (4)`. */
function targetsOf(requests: readonly DeploymentDetail[]): string {
	const counts = new Map<string, number>();
	for (const { target } of requests) counts.set(target, (counts.get(target) ?? 0) + 1);
	return [...counts].map(([target, count]) => `${target} (${count})`).join(", ");
}

/** Asks before a decision on many requests, naming them and what follows; each is decided for itself. */
export function BulkDialog({ action, requests, onClose, onDone }: BulkDialogProps) {
	const bulk = useBulk();
	const what = formatPlural(requests.length, "request");
	const send = (more: { tags?: string[]; message?: string }) => {
		for (const request of requests) expectOwnChange(request);
		bulk.mutate(
			{ action, deployments: requests, ...more },
			{
				onSuccess: ({ outcomes }) => {
					const done = outcomes.filter(({ ok }) => ok).map(({ id }) => id);
					const failures = outcomes.flatMap((outcome) =>
						outcome.ok ? [] : [[outcome.id, capital(outcome.message)] as const],
					);
					onDone(done, new Map(failures));
				},
			},
		);
	};
	if (action === "tag") {
		return (
			<TagDialog
				deployments={requests}
				pending={bulk.isPending}
				error={bulk.error}
				onSave={(tags) => send({ tags })}
				onClose={onClose}
			/>
		);
	}
	const replacing = requests.filter(({ replaces }) => replaces !== null).length;
	const size = formatBytes(requests.reduce((sum, { filesize }) => sum + filesize, 0));
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={action === "activate" ? `Activate ${what}?` : `Reject ${what}?`}
			description={
				action === "activate"
					? `${size} on ${targetsOf(requests)}. ${replacing === 0 ? "None of them replaces" : `${formatPlural(replacing, "of them replaces", "of them replace")}`} a build that is active now. Each is activated as you saw it; what changed meanwhile is left as it is.`
					: `To ${targetsOf(requests)}. Their requesters read your reason. You can still activate them later.`
			}
			action={action === "activate" ? `Activate ${requests.length}` : `Reject ${requests.length}`}
			variant={action === "activate" ? "primary" : "destructive"}
			pending={bulk.isPending}
			error={bulk.error}
			onSubmit={(fields) => {
				const message = fields.get("message");
				send(typeof message === "string" ? { message } : {});
			}}
		>
			<ul className="list-disc ps-5 text-muted">
				{requests.slice(0, NAMED).map(({ id, design_name, target, filesize }) => (
					<li key={id}>
						{design_name} to {target}, {formatBytes(filesize)}
					</li>
				))}
				{requests.length > NAMED ? <li>and {formatPlural(requests.length - NAMED, "more", "more")}</li> : null}
			</ul>
			{action === "reject" ? (
				<Field label="Reason" optional>
					{(control) => <textarea {...control} name="message" rows={3} maxLength={2_000} className={controlClass()} />}
				</Field>
			) : null}
		</ActionDialog>
	);
}
