"use client";

import { approveLabel } from "@/components/features/deployments/approval-words";
import { takesReason } from "@/components/features/deployments/closed-words";
import { type DialogAction, dialogActionUnavailable } from "@/components/features/deployments/dialog-action";
import { useActivate } from "@/components/features/deployments/use-activate";
import { ActionsMenu } from "@/components/kit/ui/actions-menu";
import { Button } from "@/components/kit/ui/button";
import { useNow } from "@/components/kit/ui/relative-time";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { allows } from "@/lib/contract/transitions";

export interface DeploymentActionsProps {
	deployment: DeploymentDetail;
	onAsk: (action: DialogAction) => void;
}

const MORE: readonly { action: DialogAction; label: string }[] = [
	{ action: "rollback", label: "Roll back…" },
	{ action: "schedule", label: "Schedule…" },
	{ action: "delete", label: "Delete…" },
];

/** All actions on the deployment; unavailable ones have their reason. */
export function DeploymentActions({ deployment, onAsk }: DeploymentActionsProps) {
	const { activate, pending } = useActivate(deployment);
	const now = useNow();
	const { status, replaces, permissions } = deployment;
	const atOnce = replaces === null && !takesReason(deployment, { asProposed: false }, now);
	const ask = (action: DialogAction) => ({
		unavailable: dialogActionUnavailable(action, deployment),
		onClick: () => onAsk(action),
	});
	if (!permissions.administer) {
		return permissions.cancel && allows("cancel", status) ? (
			<Button variant="danger" {...ask("cancel")}>
				Cancel request…
			</Button>
		) : null;
	}
	const word =
		approveLabel(deployment, { asProposed: false }) ?? (status === "deactivated" ? "Reactivate" : "Activate");
	return (
		<>
			{allows("deactivate", status) ? (
				<Button {...ask("deactivate")}>Deactivate…</Button>
			) : (
				<Button
					variant="primary"
					pending={pending}
					unavailable={dialogActionUnavailable("activate", deployment)}
					onClick={() => (atOnce ? void activate().catch(() => {}) : onAsk("activate"))}
				>
					{atOnce ? word : `${word}…`}
				</Button>
			)}
			{allows("reject", status) ? (
				<Button variant="danger" {...ask("reject")}>
					Reject…
				</Button>
			) : null}
			<ActionsMenu
				label="More actions on the deployment"
				actions={() =>
					MORE.map(({ action, label }) => ({
						label,
						danger: action === "delete",
						unavailable: dialogActionUnavailable(action, deployment),
						onSelect: () => onAsk(action),
					}))
				}
			/>
		</>
	);
}
