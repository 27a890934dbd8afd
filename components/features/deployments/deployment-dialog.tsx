"use client";

import type { DeploymentDetail } from "@/lib/contract/deployment";
import { DecisionDialog } from "./decision-dialog";
import type { DialogAction } from "./dialog-action";
import { RollbackDialog } from "./rollback-dialog";
import { ScheduleDialog } from "./schedule-dialog";

export interface DeploymentDialogProps {
	action: DialogAction;
	/** The deployment as it was when the dialog opened. */
	deployment: DeploymentDetail;
	onClose: () => void;
}

/** The question that belongs to an action. */
export function DeploymentDialog({ action, deployment, onClose }: DeploymentDialogProps) {
	if (action === "rollback") return <RollbackDialog deployment={deployment} onClose={onClose} />;
	if (action === "schedule") return <ScheduleDialog deployment={deployment} onClose={onClose} />;
	return <DecisionDialog action={action} deployment={deployment} onClose={onClose} />;
}
