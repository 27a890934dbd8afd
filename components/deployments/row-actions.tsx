"use client";

import { Ellipsis } from "lucide-react";
import Link from "next/link";
import { DropdownMenu } from "radix-ui";
import { Button, buttonClass } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { type AskedAction, askedUnavailable } from "./asked-action";
import { useActivate } from "./use-activate";

export interface RowActionsProps {
	deployment: DeploymentDetail;
	onAsk: (action: AskedAction, deployment: DeploymentDetail) => void;
}

const MENU: readonly { action: AskedAction; name: string; bad?: boolean }[] = [
	{ action: "rollback", name: "Roll back…" },
	{ action: "schedule", name: "Schedule…" },
	{ action: "tag", name: "Tags…" },
	{ action: "delete", name: "Delete…", bad: true },
];

/** What can be done with one deployment: the likely action as a button, the rest in a menu that says why something cannot be. */
export function RowActions({ deployment, onAsk }: RowActionsProps) {
	const there = `${deployment.design_name} on ${deployment.target}`;
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
			<DropdownMenu.Root modal={false}>
				<DropdownMenu.Trigger aria-label={`More actions on ${there}`} className={buttonClass("quiet", "px-2")}>
					<Ellipsis aria-hidden className="size-4" />
				</DropdownMenu.Trigger>
				<DropdownMenu.Portal>
					<DropdownMenu.Content
						align="end"
						collisionPadding={8}
						sideOffset={4}
						className="z-50 w-menu animate-appear rounded-md border border-line-strong bg-raised p-1 shadow-float"
					>
						{MENU.map(({ action, name, bad }) => {
							const reason = askedUnavailable(action, deployment);
							return (
								<DropdownMenu.Item
									key={action}
									aria-disabled={reason !== null || undefined}
									onSelect={(event) => {
										if (reason === null) onAsk(action, deployment);
										else event.preventDefault();
									}}
									className={cx(
										"block rounded-md px-2 py-1.5 outline-none data-highlighted:bg-accent-soft data-highlighted:text-accent",
										bad && reason === null && "text-bad",
										reason !== null && "text-muted",
									)}
								>
									{name}
									{reason === null ? null : <span className="block text-small">{reason}</span>}
								</DropdownMenu.Item>
							);
						})}
					</DropdownMenu.Content>
				</DropdownMenu.Portal>
			</DropdownMenu.Root>
		</div>
	);
}

function LikelyAction({ deployment, onAsk }: RowActionsProps) {
	const { activate, pending } = useActivate(deployment);
	const { id, status, replaces, design_name, target } = deployment;
	const named = <span className="sr-only"> {`${design_name} on ${target}`}</span>;
	if (status === "requested") {
		return (
			<Link href={`/approvals?request=${id}`} prefetch={false} className={buttonClass("plain")}>
				Decide
				{named}
			</Link>
		);
	}
	if (status === "activated") {
		return (
			<Button unavailable={askedUnavailable("deactivate", deployment)} onClick={() => onAsk("deactivate", deployment)}>
				Deactivate…
				{named}
			</Button>
		);
	}
	const word = status === "deactivated" ? "Reactivate" : "Activate";
	return (
		<Button
			pending={pending}
			unavailable={askedUnavailable("activate", deployment)}
			onClick={() => (replaces === null ? void activate().catch(() => {}) : onAsk("activate", deployment))}
		>
			{replaces === null ? word : `${word}…`}
			{named}
		</Button>
	);
}
