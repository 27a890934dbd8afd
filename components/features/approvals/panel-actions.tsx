"use client";

import { type Dispatch, useRef } from "react";
import { toast } from "sonner";
import { approvedAlready } from "@/components/features/deployments/approval-words";
import { decisionUnavailable } from "@/components/features/deployments/decision-words";
import { useUndo } from "@/components/features/deployments/use-undo";
import { type Shortcut, useKeysHeldBack, useShortcuts } from "@/components/kit/keyboard/shortcuts";
import { ActionsMenu } from "@/components/kit/ui/actions-menu";
import { Button } from "@/components/kit/ui/button";
import { Kbd } from "@/components/kit/ui/kbd";
import { useNow } from "@/components/kit/ui/relative-time";
import { useFoot } from "@/components/kit/ui/use-foot";
import { useTag } from "@/lib/browser/deployment-work";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { statusWord } from "@/lib/contract/status-terms";
import { isolate } from "@/lib/rules/text/isolate";
import { activationOffer } from "./activation-offer";
import { ActivateDialog, RejectDialog, ScheduleDialog, TagDialog, useDialogsAtHand } from "./lazy-dialogs";
import type { QueueEvent, QueueState } from "./queue-types";
import type { Decisions } from "./use-decisions";

export interface PanelActionsProps {
	deployment: DeploymentDetail;
	/**
	 * Whether another request is about to replace it: keys pressed now are not meant for this one.
	 */
	late: boolean;
	position: string;
	state: QueueState;
	dispatch: Dispatch<QueueEvent>;
	decisions: Decisions;
}

const NEW_REQUEST_PAUSE = "This request has just appeared here. Look at it first: decisions wait for half a second.";
const IGNORED = "Not done: this request had just appeared. Press again to decide on it.";
const NOT_YOUR_OWN = (target: string) =>
	`This counts as your own request; ${isolate(target)} requires someone else to activate it (four-eyes rule).`;

/** The decision on the request that is shown, with a key for each. */
export function PanelActions(props: PanelActionsProps) {
	const { deployment, late, position, state, dispatch, decisions } = props;
	const { question, activating, guarded, ignored } = state;
	const { design_name, target, permissions, status } = deployment;
	const offer = activationOffer(deployment, useNow());
	const activate =
		decisionUnavailable("activate", deployment) ?? (permissions.activate_own ? null : NOT_YOUR_OWN(target));
	const unavailable = {
		activate: activate ?? offer.approved,
		activateNow: activate ?? approvedAlready(deployment, { asProposed: false }),
		reject: decisionUnavailable("reject", deployment),
		tag: decisionUnavailable("tag", deployment),
		schedule: status === "requested" ? decisionUnavailable("tag", deployment) : `The request is ${statusWord(status)}.`,
	};
	const justShown = guarded === null ? null : NEW_REQUEST_PAUSE;
	const decide = (action: keyof typeof unavailable | "note") => {
		const reason = unavailable[action === "note" ? "activate" : action];
		if (activating) return;
		// The press was meant for the state shown before. Tags and a schedule are no decision: their
		// dialogs name the request, and are refused when another user has changed it.
		const early = guarded !== null && reason === null && action !== "tag" && action !== "schedule";
		if (late || state.selecting || early) return dispatch({ type: "ignored" });
		if (reason !== null) toast(reason);
		else if (action === "activate" || action === "note") {
			void decisions.activate(deployment, offer.asProposed, action === "note");
		} else if (action === "activateNow") void decisions.activate(deployment, false);
		else dispatch({ type: "asked", question: { about: "shown", action } });
	};
	const shortcuts: Shortcut[] = [
		{
			keys: ["a"],
			does: `Activate ${isolate(design_name)}`,
			run: () => decide("activate"),
			unavailable: unavailable.activate,
		},
		{
			keys: ["A"],
			does: `Activate ${isolate(design_name)} with a note…`,
			run: () => decide("note"),
			unavailable: unavailable.activate,
		},
		{
			keys: ["r"],
			does: `Reject ${isolate(design_name)}…`,
			run: () => decide("reject"),
			unavailable: unavailable.reject,
		},
		{ keys: ["t"], does: `Tag ${isolate(design_name)}…`, run: () => decide("tag"), unavailable: unavailable.tag },
		{
			keys: ["s"],
			does: `Schedule ${isolate(design_name)}…`,
			run: () => decide("schedule"),
			unavailable: unavailable.schedule,
		},
	];
	/** What stands behind a menu on a phone. */
	const others = [
		...(offer.asProposed
			? [{ action: "activateNow" as const, label: "Activate now", reason: unavailable.activateNow ?? justShown }]
			: []),
		{
			...{ action: "note" as const, label: "With note…", reason: unavailable.activate ?? justShown },
			...{ variant: "quiet" as const, shortcut: "A" },
		},
		{ action: "tag" as const, label: "Tag…", reason: unavailable.tag, shortcut: "t" },
		{ action: "schedule" as const, label: "Schedule…", reason: unavailable.schedule, shortcut: "s" },
	];
	useShortcuts("This request", shortcuts);
	useKeysHeldBack(question !== null);
	useDialogsAtHand();
	const bar = useRef<HTMLDivElement>(null);
	useFoot(bar);
	return (
		<div
			ref={bar}
			data-print="hidden"
			className="@container sticky bottom-0 z-10 [@media(max-height:20rem)]:static border-line border-t bg-raised px-4 py-3 md:px-6"
		>
			{/* Where all four do not fit beside their keys, as on a tablet, the keys are left to the help. */}
			<div className="flex items-center gap-2 @max-[30rem]:[&_kbd]:hidden max-md:[&_button]:min-h-11 md:flex-wrap">
				<Button
					variant="primary"
					shortcut="a"
					pending={activating}
					unavailable={unavailable.activate ?? justShown}
					onClick={() => decide("activate")}
					className="max-md:grow max-md:whitespace-normal"
				>
					{offer.label}
				</Button>
				{others.map(({ action, label, reason, ...look }) => (
					<Button key={action} {...look} unavailable={reason} onClick={() => decide(action)} className="max-md:hidden">
						{label}
					</Button>
				))}
				<Button
					variant="danger"
					shortcut="r"
					unavailable={unavailable.reject ?? justShown}
					onClick={() => decide("reject")}
					className="max-md:grow"
				>
					Reject…
				</Button>
				<div className="md:hidden">
					<ActionsMenu
						label="More actions"
						actions={others.map(({ action, label, reason }) => ({
							label,
							unavailable: reason,
							onSelect: () => decide(action),
						}))}
					/>
				</div>
				<p className="ms-auto flex items-center gap-1 text-muted text-small whitespace-nowrap max-md:hidden @max-[30rem]:hidden">
					{position} · <Kbd name="j" /> <Kbd name="k" /> next, previous
				</p>
			</div>
			<p role="status" className="text-small text-warn not-empty:pt-2">
				{ignored ? IGNORED : null}
			</p>
			<RequestDialogs {...props} />
		</div>
	);
}

/** The dialog that is open about the request. */
function RequestDialogs({ deployment, state, dispatch, decisions }: PanelActionsProps) {
	const tag = useTag();
	const undo = useUndo();
	const { question } = state;
	if (question === null || question.about === "selection") return null;
	const close = () => dispatch({ type: "dismissed" });
	// When the service refuses an older revision, another user changed the deployment.
	const announce = ({ id, revision }: DeploymentDetail) =>
		revision === deployment.revision && dispatch({ type: "ownChange", id, revision });
	const save = (tags: string[], before: DeploymentDetail) => {
		const { id, revision } = before;
		const retag = () => {
			dispatch({ type: "ownChange", id, revision: revision + 1 });
			undo.retag(before);
		};
		const onSuccess = () => {
			toast.success(`Tags of ${isolate(deployment.design_name)} on ${isolate(deployment.target)} saved`, {
				action: { label: "Undo", onClick: retag },
			});
			close();
		};
		announce(before);
		tag.mutate({ deployment: before, tags }, { onSuccess });
	};
	if (question.about === "warnings") {
		const { request, warnings, asProposed } = question;
		return (
			<ActivateDialog
				deployment={request}
				asProposed={asProposed}
				warnings={warnings}
				pending={state.activating}
				error={decisions.error}
				onConfirm={(said) => void decisions.confirm(request, asProposed, said)}
				onClose={close}
			/>
		);
	}
	switch (question.action) {
		case "reject": {
			const rejected = () => dispatch({ type: "rejected", request: deployment });
			return (
				<RejectDialog
					deployment={deployment}
					onSend={({ id, revision }) => dispatch({ type: "decisionSent", id, revision })}
					onFailed={() => dispatch({ type: "decisionFailed" })}
					onClose={close}
					onDone={rejected}
					onUndo={decisions.takeBack}
				/>
			);
		}
		case "tag":
			return (
				<TagDialog deployment={deployment} pending={tag.isPending} error={tag.error} onSave={save} onClose={close} />
			);
		case "schedule":
			return <ScheduleDialog deployment={deployment} onSend={announce} onClose={close} />;
	}
}
