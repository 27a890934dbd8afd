"use client";

import { toast } from "sonner";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { useNow } from "@/components/kit/ui/relative-time";
import { useSend } from "@/lib/browser/api";
import { pinned, ROLLBACK } from "@/lib/browser/deployment-work";
import { formatBytes, formatDate } from "@/lib/browser/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { isolate } from "@/lib/rules/text/isolate";

/** Confirms a rollback to the previous build. */
export function RollbackDialog({ deployment, onClose }: { deployment: DeploymentDetail; onClose: () => void }) {
	const rollback = useSend(ROLLBACK);
	const now = useNow();
	const { design_name, target, rollback_to, build_date, filesize } = deployment;
	const there = `${isolate(design_name)} on ${isolate(target)}`;
	const submit = () =>
		rollback.mutate(pinned(deployment), {
			onSuccess: () => {
				toast.success(`Rolled back ${there}`, {
					description: `The previous build goes live once an agent of ${isolate(target)} has loaded it.`,
				});
				onClose();
			},
		});
	return (
		<ActionDialog
			onClose={onClose}
			title={`Roll back ${there}?`}
			description={
				rollback_to === null
					? "No previous build of this design was active there."
					: `The previous build of ${formatDate(rollback_to.build_date, now)} (${formatBytes(rollback_to.filesize)}) is reactivated. The current build of ${formatDate(build_date, now)} (${formatBytes(filesize)}) is deactivated; you can reactivate it.`
			}
			action="Roll back"
			dismiss="Keep it active"
			pending={rollback.isPending}
			error={rollback.error}
			unavailable={rollback_to === null ? "There is no previous build." : null}
			onSubmit={submit}
		/>
	);
}
