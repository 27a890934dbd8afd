"use client";

import { useState } from "react";
import { forgetDraft, keepDraft } from "@/components/features/deployments/activation-drafts";
import { type BulkResult, bulkResult } from "@/components/features/deployments/bulk-result";
import { splitForBulk } from "@/components/features/deployments/bulk-words";
import { namesOf } from "@/components/features/deployments/mixed-names";
import { NoteField, noteOf } from "@/components/features/deployments/note-field";
import { useOverride } from "@/components/features/deployments/use-override";
import { Checkbox } from "@/components/kit/table/checkbox";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { MixedLetters } from "@/components/kit/ui/mixed-letters";
import { Notice } from "@/components/kit/ui/notice";
import { ServiceWords } from "@/components/kit/ui/service-words";
import { Skeleton } from "@/components/kit/ui/states";
import { useBulk } from "@/lib/browser/deployment-work";
import { formatBytes, formatCount, formatPlural } from "@/lib/browser/format";
import { bulkPreviewQuery } from "@/lib/browser/preview";
import { useQuery } from "@/lib/browser/use-query";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { isolate } from "@/lib/rules/text/isolate";
import { type BulkGroup, bulkGroups, memoryTogether } from "./bulk-groups";

export interface BulkActivateDialogProps {
	/** The revisions that the reader saw: each decision holds for that revision alone. */
	requests: readonly DeploymentDetail[];
	onSend: (requests: readonly DeploymentDetail[]) => void;
	onDone: (result: BulkResult) => void;
	onClose: () => void;
}

const sentence = (words: string) =>
	`${words.charAt(0).toUpperCase()}${words.slice(1)}${words.endsWith(".") ? "" : "."}`;

/**
 * Confirms many activations, grouped by warnings. Usual ones are ticked; the reader ticks the
 * others, or they stay selected.
 */
export function BulkActivateDialog({ requests, onSend, onDone, onClose }: BulkActivateDialogProps) {
	const { data: preview, isLoading, isError } = useQuery(bulkPreviewQuery(requests.map(({ id }) => id)));
	const bulk = useBulk();
	// By hand; a request that moves to another group keeps what was chosen for it.
	const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
	const groups = bulkGroups(requests, preview ?? null);
	const isTicked = (code: BulkGroup["code"], id: string) =>
		chosen.get(id) ?? (code === "plain" && preview !== undefined);
	const all = groups.flatMap(({ code, requests: own }) => own.map(({ request }) => ({ code, request })));
	const ticked = all.filter(({ code, request }) => isTicked(code, request.id)).map(({ request }) => request);
	const toggle = (ids: readonly string[]) => {
		const turned = all.filter(({ request }) => ids.includes(request.id));
		const after = turned.map(({ code, request: { id } }) => [id, !isTicked(code, id)] as const);
		setChosen((before) => new Map([...before, ...after]));
	};
	const barred = splitForBulk("activate", requests).leftOut.filter(
		({ deployment }) => !all.some(({ request }) => request.id === deployment.id),
	);
	const override = useOverride(ticked, { asProposed: true });
	const submit = (fields: FormData) => {
		const overridden = override.read(fields);
		if (overridden === null) return;
		const said = { message: noteOf(fields), ...overridden };
		keepDraft(ticked, said);
		onSend(ticked);
		bulk.mutate(
			{ action: "activate", deployments: ticked, asProposed: true, ...said },
			{
				onSuccess: ({ outcomes }) => {
					const refused = outcomes.flatMap((one) => (one.ok ? [] : [[one.id, sentence(one.message)] as const]));
					const left = barred.map(({ deployment, reason }) => [deployment.id, sentence(reason)] as const);
					const asked = all
						.filter(({ request }) => !ticked.includes(request))
						.map(({ request }) => [request.id, "Left out of the bulk decision. Review it on its own."] as const);
					const result = bulkResult("activate", outcomes);
					forgetDraft(result.done);
					onDone({ ...result, failures: new Map([...asked, ...left, ...refused]) });
					onClose();
				},
			},
		);
	};
	const together = memoryTogether(ticked, preview ?? null);
	return (
		<ActionDialog
			onClose={onClose}
			title={`Activate ${formatPlural(ticked.length, "request")}?`}
			description={describe(ticked, all.length - ticked.length + barred.length)}
			action={`Activate ${formatCount(ticked.length)}`}
			pending={bulk.isPending}
			error={bulk.error}
			unavailable={
				isLoading ? "The warnings are being loaded." : ticked.length === 0 ? "Select at least one request." : null
			}
			wide
			onSubmit={submit}
		>
			{isError ? <Notice kind="warn">The warnings could not be loaded: nothing is grouped by them.</Notice> : null}
			{together.length === 0 ? null : (
				<Notice kind="bad" alert>
					{together.map((words) => (
						<p key={words}>{words}</p>
					))}
				</Notice>
			)}
			{override.field}
			{isLoading ? (
				<Skeleton className="w-60" />
			) : (
				groups.map((group) => <Group key={group.code} group={group} isTicked={isTicked} onToggle={toggle} />)
			)}
			<NoteField deployments={requests} />
			{barred.length === 0 ? null : (
				<section aria-label="Skipped" className="grid gap-1 border-line border-t pt-3">
					<p className="font-medium">{formatPlural(barred.length, "request")} skipped</p>
					<ul className="grid gap-1 text-small">
						{barred.map(({ deployment, reason }) => (
							<li key={deployment.id}>
								<bdi>{deployment.design_name}</bdi> on <bdi>{deployment.target}</bdi>:{" "}
								<span className="text-muted">{reason}</span>
							</li>
						))}
					</ul>
				</section>
			)}
		</ActionDialog>
	);
}

function describe(ticked: readonly DeploymentDetail[], left: number): string {
	const size = formatBytes(ticked.reduce((sum, { filesize }) => sum + filesize, 0));
	const replacing = ticked.filter(({ replaces }) => replaces !== null).length;
	const rest = left === 0 ? "" : ` ${formatPlural(left, "request stays", "requests stay")} selected.`;
	const replaces = formatPlural(replacing, "of them replaces", "of them replace");
	return `${size}; ${replaces} an active build. Any that changed since you opened this are skipped.${rest}`;
}

interface GroupProps {
	group: BulkGroup;
	isTicked: (code: BulkGroup["code"], id: string) => boolean;
	onToggle: (ids: readonly string[]) => void;
}

function Group({ group: { code, title, requests }, isTicked, onToggle }: GroupProps) {
	const ids = requests.map(({ request }) => request.id);
	const count = ids.filter((id) => isTicked(code, id)).length;
	const whole = count === 0 ? false : count === ids.length ? true : "mixed";
	const look =
		code === "plain" ? "" : code === "exceeds_memory" || code === "memory_together" ? "text-bad" : "text-warn";
	return (
		<section aria-label={title} className="grid gap-1">
			<div className="flex items-center gap-2 font-bold">
				<Checkbox
					label={`All of: ${title}`}
					checked={whole}
					onClick={() => onToggle(whole === true ? ids : ids.filter((id) => !isTicked(code, id)))}
				/>
				<h3 className={look}>
					{title} <span className="font-normal text-muted">{formatCount(ids.length)}</span>
				</h3>
			</div>
			<ul className="grid gap-1 ps-6">
				{requests.map(({ request, why }) => (
					<li key={request.id} className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2">
						<Checkbox
							label={`${isolate(request.design_name)} on ${isolate(request.target)}`}
							checked={isTicked(code, request.id)}
							onClick={() => onToggle([request.id])}
						/>
						<span className="min-w-0">
							<bdi>{request.design_name}</bdi>{" "}
							<span className="text-muted">
								on <bdi>{request.target}</bdi>
							</span>{" "}
							<MixedLetters name={namesOf(request).map(({ name }) => name)} />
							{why === null ? null : (
								<span className="block text-muted text-small">
									<ServiceWords>{why}</ServiceWords>
								</span>
							)}
						</span>
						<span className="text-muted">{formatBytes(request.filesize)}</span>
					</li>
				))}
			</ul>
		</section>
	);
}
