"use client";

import type { ReactNode } from "react";
import { RowAction } from "@/components/kit/table/table-row";
import { ActionsMenu, type MenuAction } from "@/components/kit/ui/actions-menu";
import { Button, buttonClass } from "@/components/kit/ui/button";
import { Link } from "@/components/kit/ui/link";
import { useNow } from "@/components/kit/ui/relative-time";
import { CirclePause, CirclePlay, CircleX, ClipboardCheck } from "@/components/kit/ui/row-icons";
import { Tooltip } from "@/components/kit/ui/tooltip";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { allows } from "@/lib/contract/transitions";
import { isolate } from "@/lib/rules/text/isolate";
import { takesReason } from "./closed-words";
import { type DialogAction, dialogActionUnavailable } from "./dialog-action";
import { useActivate } from "./use-activate";

export interface RowActionsProps {
	deployment: DeploymentDetail;
	onAsk: (action: DialogAction, deployment: DeploymentDetail) => void;
}

const MENU: readonly { action: DialogAction; name: string; bad?: boolean; shortcut?: string }[] = [
	{ action: "rollback", name: "Roll back…", shortcut: "b" },
	{ action: "schedule", name: "Schedule…", shortcut: "s" },
	{ action: "tag", name: "Tag…", shortcut: "t" },
	{ action: "delete", name: "Delete…", bad: true },
];

const decideAddress = (id: string) => `/approvals?request=${id}`;

const answerAddress = (id: string) => `/deployments/${id}#conversation`;

/**
 * The actions on a deployment: all of them in a menu, with reasons where unavailable, and the likely
 * one as a button while the row is in use.
 */
export function RowActions({ deployment, onAsk }: RowActionsProps) {
	const there = `${isolate(deployment.design_name)} on ${isolate(deployment.target)}`;
	const { administer, cancel, comment_as } = deployment.permissions;
	const asked = deployment.open_question !== null && comment_as === "requester";
	const cancels = cancel && deployment.status === "requested";
	if (!administer && !asked && !cancels) return null;
	return (
		<div className="flex items-center justify-end gap-1" data-print="hidden">
			<RowAction>
				{administer ? (
					<LikelyAction deployment={deployment} onAsk={onAsk} />
				) : asked ? (
					<Link href={answerAddress(deployment.id)} className={buttonClass("plain")}>
						Answer<span className="sr-only"> the question about {there}</span>
					</Link>
				) : (
					<Button variant="quiet" className="px-2" hint="Cancel…" onClick={() => onAsk("cancel", deployment)}>
						<CircleX className="size-4" />
						<span className="sr-only">Cancel… the request of {there}</span>
					</Button>
				)}
			</RowAction>
			<ActionsMenu
				variant="quiet"
				label={`More actions on ${there}`}
				actions={() =>
					administer
						? [likelyItem(deployment, onAsk), ...MENU.map((entry) => menuItem(entry, deployment, onAsk))]
						: [
								...(asked ? [{ label: "Answer", href: answerAddress(deployment.id) }] : []),
								...(cancels ? [{ label: "Cancel request…", onSelect: () => onAsk("cancel", deployment) }] : []),
							]
				}
			/>
		</div>
	);
}

function menuItem(
	{ action, name, bad = false, shortcut }: (typeof MENU)[number],
	deployment: DeploymentDetail,
	onAsk: RowActionsProps["onAsk"],
): MenuAction {
	return {
		label: name,
		onSelect: () => onAsk(action, deployment),
		unavailable: dialogActionUnavailable(action, deployment),
		danger: bad,
		...(shortcut === undefined ? {} : { shortcut }),
	};
}

/** The likely action as the first item of the menu. */
function likelyItem(deployment: DeploymentDetail, onAsk: RowActionsProps["onAsk"]): MenuAction {
	const { id, status } = deployment;
	if (allows("reject", status)) return { label: "Decide", href: decideAddress(id) };
	if (allows("deactivate", status)) {
		return menuItem({ action: "deactivate", name: "Deactivate…", shortcut: "d" }, deployment, onAsk);
	}
	const name = status === "deactivated" ? "Reactivate…" : "Activate…";
	return menuItem({ action: "activate", name, shortcut: "a" }, deployment, onAsk);
}

function LikelyAction({ deployment, onAsk }: RowActionsProps) {
	const { id, status, design_name, target } = deployment;
	const named = (
		<>
			{" "}
			<bdi>{design_name}</bdi> on <bdi>{target}</bdi>
		</>
	);
	if (allows("reject", status)) {
		return (
			<Tooltip content="Decide">
				<Link href={decideAddress(id)} className={buttonClass("quiet", "px-2")}>
					<ClipboardCheck className="size-4" />
					<span className="sr-only">Decide{named}</span>
				</Link>
			</Tooltip>
		);
	}
	if (allows("deactivate", status)) {
		return (
			<Button
				variant="quiet"
				className="px-2"
				hint="Deactivate…"
				unavailable={dialogActionUnavailable("deactivate", deployment)}
				onClick={() => onAsk("deactivate", deployment)}
			>
				<CirclePause className="size-4" />
				<span className="sr-only">Deactivate…{named}</span>
			</Button>
		);
	}
	return (
		<ActivateButton deployment={deployment} onAsk={onAsk}>
			{named}
		</ActivateButton>
	);
}

/** Activates at once when nothing is replaced and the target is open, else asks for confirmation. */
function ActivateButton({ deployment, onAsk, children }: RowActionsProps & { children: ReactNode }) {
	const { activate, pending } = useActivate(deployment);
	const now = useNow();
	const { status, replaces } = deployment;
	const atOnce = replaces === null && !takesReason(deployment, { asProposed: false }, now);
	const verb = status === "deactivated" ? "Reactivate" : "Activate";
	const word = atOnce ? verb : `${verb}…`;
	return (
		<Button
			variant="quiet"
			className="px-2"
			hint={word}
			pending={pending}
			unavailable={dialogActionUnavailable("activate", deployment)}
			onClick={() => (atOnce ? void activate().catch(() => {}) : onAsk("activate", deployment))}
		>
			{pending ? null : <CirclePlay className="size-4" />}
			<span className="sr-only">
				{word}
				{children}
			</span>
		</Button>
	);
}
