"use client";

import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { AskedAction } from "./asked-action";
import { DecisionDialog } from "./decision-dialog";
import { RollbackDialog } from "./rollback-dialog";
import { ScheduleDialog } from "./schedule-dialog";

export interface AskedDialogProps {
	action: AskedAction;
	/** The deployment as it was when the dialog opened. */
	deployment: DeploymentDetail;
	onClose: () => void;
}

/** The question that belongs to an action. */
export function AskedDialog({ action, deployment, onClose }: AskedDialogProps) {
	if (action === "rollback") return <RollbackDialog deployment={deployment} onClose={onClose} />;
	if (action === "schedule") return <ScheduleDialog deployment={deployment} onClose={onClose} />;
	return <DecisionDialog action={action} deployment={deployment} onClose={onClose} />;
}
