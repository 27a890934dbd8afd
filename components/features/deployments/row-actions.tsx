"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { ActionsMenu } from "@/components/kit/ui/actions-menu";
import { Button, buttonClass } from "@/components/kit/ui/button";
import { Kbd } from "@/components/kit/ui/kbd";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { allows } from "@/lib/contract/transitions";
import { isolate } from "@/lib/rules/text/isolate";
import { type AskedAction, askedUnavailable } from "./asked-action";
import { isClosed } from "./closed-words";
import { useActivate } from "./use-activate";

export interface RowActionsProps {
	deployment: DeploymentDetail;
	onAsk: (action: AskedAction, deployment: DeploymentDetail) => void;
}

const MENU: readonly { action: AskedAction; name: string; bad?: boolean; shortcut?: string }[] = [
	{ action: "rollback", name: "Roll back…", shortcut: "b" },
	{ action: "schedule", name: "Schedule…", shortcut: "s" },
	{ action: "tag", name: "Tag…", shortcut: "t" },
	{ action: "delete", name: "Delete…", bad: true },
];

/**
 * The actions on a deployment: the likely one as a button, the rest in a menu with reasons where
 * unavailable.
 */
export function RowActions({ deployment, onAsk }: RowActionsProps) {
	const there = `${isolate(deployment.design_name)} on ${isolate(deployment.target)}`;
	if (!deployment.permissions.administer) {
		if (!deployment.permissions.cancel || deployment.status !== "requested") return null;
		return (
			<Button variant="danger" onClick={() => onAsk("cancel", deployment)}>
				Cancel…<span className="sr-only"> the request of {there}</span>
			</Button>
		);
	}
	return (
		<div className="flex items-center justify-end gap-1 max-md:justify-start" data-print="hidden">
			<LikelyAction deployment={deployment} onAsk={onAsk} />
			<ActionsMenu
				variant="quiet"
				label={`More actions on ${there}`}
				actions={() =>
					MENU.map(({ action, name, bad, shortcut }) => ({
						label: name,
						onSelect: () => onAsk(action, deployment),
						unavailable: askedUnavailable(action, deployment),
						danger: bad === true,
						...(shortcut === undefined ? {} : { shortcut }),
					}))
				}
			/>
		</div>
	);
}

/** A key, shown in the current row only. */
const RowKey = ({ name }: { name: string }) => (
	<span className="hidden in-aria-[current=true]:inline">
		<Kbd name={name} />
	</span>
);

function LikelyAction({ deployment, onAsk }: RowActionsProps) {
	const { id, status, design_name, target } = deployment;
	const named = (
		<span className="sr-only">
			{" "}
			<bdi>{design_name}</bdi> on <bdi>{target}</bdi>
		</span>
	);
	if (allows("reject", status)) {
		return (
			<Link href={`/approvals?request=${id}`} prefetch={false} className={buttonClass("plain")}>
				Decide
				{named}
			</Link>
		);
	}
	if (allows("deactivate", status)) {
		return (
			<Button unavailable={askedUnavailable("deactivate", deployment)} onClick={() => onAsk("deactivate", deployment)}>
				Deactivate…
				{named}
				<RowKey name="d" />
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
	const { status, replaces } = deployment;
	const atOnce = replaces === null && !isClosed(deployment);
	const word = status === "deactivated" ? "Reactivate" : "Activate";
	return (
		<Button
			pending={pending}
			unavailable={askedUnavailable("activate", deployment)}
			onClick={() => (atOnce ? void activate().catch(() => {}) : onAsk("activate", deployment))}
		>
			{atOnce ? word : `${word}…`}
			{children}
			<RowKey name="a" />
		</Button>
	);
}
