"use client";

import { useState } from "react";
import { toast } from "sonner";
import { decisionUnavailable } from "@/components/features/deployments/decision-words";
import { useUndo } from "@/components/features/deployments/use-undo";
import { type Shortcut, useKeysHeldBack, useShortcuts } from "@/components/kit/keyboard/shortcuts";
import { Button } from "@/components/kit/ui/button";
import { Kbd } from "@/components/kit/ui/kbd";
import { useTag } from "@/lib/browser/deployment-work";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { ActivateDialog, RejectDialog, ScheduleDialog, TagDialog, useDialogsAtHand } from "./lazy-dialogs";
import type { Activation } from "./use-decisions";
import { expectOwnChange } from "./use-own-change";

export interface PanelActionsProps {
	deployment: DeploymentDetail;
	/** Another request was chosen and is about to take its place: a key pressed now is not meant for this one. */
	late: boolean;
	position: string;
	activation: Activation;
	/** The request left the queue by the user's own decision. */
	onLeft: (deployment: DeploymentDetail) => void;
}

const NOT_YOUR_OWN = (target: string) =>
	`You requested this yourself, and ${target} wants someone else to activate it (four-eyes rule).`;

/** The decision on the request that is shown, with a key for each. */
export function PanelActions({ deployment, late, position, activation, onLeft }: PanelActionsProps) {
	const [asking, setAsking] = useState<"reject" | "tag" | "schedule" | null>(null);
	const tag = useTag();
	const undo = useUndo();
	const close = () => setAsking(null);
	const { design_name, target, permissions, status } = deployment;
	const unavailable = {
		activate: decisionUnavailable("activate", deployment) ?? (permissions.activate_own ? null : NOT_YOUR_OWN(target)),
		reject: decisionUnavailable("reject", deployment),
		tag: decisionUnavailable("tag", deployment),
		schedule: status === "requested" ? decisionUnavailable("tag", deployment) : `The request is ${status}.`,
	};
	const ask = (action: "reject" | "tag" | "schedule") => {
		const reason = unavailable[action];
		if (activation.pending || late) return;
		if (reason === null) setAsking(action);
		else toast(reason);
	};
	const activate = () => {
		if (activation.pending || late) return;
		if (unavailable.activate === null) void activation.start(deployment);
		else toast(unavailable.activate);
	};
	const shortcuts: Shortcut[] = [
		{ keys: ["a"], does: `Activate ${design_name}`, run: activate, unavailable: unavailable.activate },
		{ keys: ["r"], does: `Reject ${design_name}…`, run: () => ask("reject"), unavailable: unavailable.reject },
		{ keys: ["t"], does: `Tag ${design_name}…`, run: () => ask("tag"), unavailable: unavailable.tag },
		{ keys: ["s"], does: `Schedule ${design_name}…`, run: () => ask("schedule"), unavailable: unavailable.schedule },
	];
	useShortcuts("This request", shortcuts);
	useKeysHeldBack(asking !== null || activation.asking !== null);
	useDialogsAtHand();
	const save = (tags: string[], held: DeploymentDetail) => {
		// Of older tags than those of now it is refused, and what changed them was somebody else's.
		if (held.revision === deployment.revision) expectOwnChange(held);
		tag.mutate(
			{ deployment: held, tags },
			{
				onSuccess: () => {
					toast.success(`Tags of ${design_name} on ${target} saved`, {
						action: {
							label: "Undo: the tags of before",
							onClick: () => {
								expectOwnChange({ id: held.id, revision: held.revision + 1 });
								undo.retag(held);
							},
						},
					});
					close();
				},
			},
		);
	};
	return (
		<div
			data-print="hidden"
			className="@container sticky bottom-0 z-10 [@media(max-height:20rem)]:static border-line border-t bg-raised px-4 py-3 md:px-6"
		>
			{/* Where all four do not fit beside their keys, as on a tablet, the keys are left to the help. */}
			<div className="flex flex-wrap items-center gap-2 @max-[30rem]:[&_kbd]:hidden">
				<Button
					variant="primary"
					shortcut="a"
					pending={activation.pending}
					unavailable={unavailable.activate}
					onClick={activate}
					className="max-md:w-full"
				>
					Activate
				</Button>
				<Button shortcut="t" unavailable={unavailable.tag} onClick={() => ask("tag")}>
					Tag…
				</Button>
				<Button shortcut="s" unavailable={unavailable.schedule} onClick={() => ask("schedule")}>
					Schedule…
				</Button>
				<Button variant="danger" shortcut="r" unavailable={unavailable.reject} onClick={() => ask("reject")}>
					Reject…
				</Button>
				<p className="ms-auto flex items-center gap-1 text-muted text-small whitespace-nowrap max-md:hidden @max-[30rem]:hidden">
					{position} · <Kbd name="j" /> <Kbd name="k" /> next, previous
				</p>
			</div>
			{activation.asking === null ? null : (
				<ActivateDialog
					deployment={activation.asking.deployment}
					warnings={activation.asking.warnings}
					pending={activation.pending}
					error={activation.error}
					onConfirm={() => void activation.confirm()}
					onClose={activation.dismiss}
				/>
			)}
			{asking === "reject" ? (
				<RejectDialog
					deployment={deployment}
					onClose={close}
					onDone={() => {
						close();
						onLeft(deployment);
					}}
				/>
			) : asking === "tag" ? (
				<TagDialog deployment={deployment} pending={tag.isPending} error={tag.error} onSave={save} onClose={close} />
			) : asking === "schedule" ? (
				<ScheduleDialog
					deployment={deployment}
					onSend={(held) => held.revision === deployment.revision && expectOwnChange(held)}
					onClose={close}
				/>
			) : null}
		</div>
	);
}
