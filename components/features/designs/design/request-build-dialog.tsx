"use client";

import { useState } from "react";
import { toast } from "sonner";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { useSend } from "@/lib/browser/api";
import { type DesignDetail, requestBuildParameters } from "@/lib/contract/design";
import { isolate } from "@/lib/rules/text/isolate";
import { EstimateSummary } from "./estimate-summary";

/** Requests a build with a reason, beside an estimate of the build. */
export function RequestBuildDialog({ design, onClose }: { design: DesignDetail; onClose: () => void }) {
	const request = useSend("POST /targeting/designs/[design_id]/request");
	const [problem, setProblem] = useState<string | null>(null);
	const submit = (fields: FormData) => {
		const parsed = requestBuildParameters.safeParse({ reason: String(fields.get("reason") ?? "").trim() });
		const message = parsed.error?.issues[0]?.message;
		setProblem(message === undefined ? null : `The reason ${message}.`);
		if (!parsed.success) return;
		request.mutate(
			{ design_id: design.id, body: parsed.data },
			{
				onSuccess: () => {
					toast.success(`Build of ${isolate(design.name)} requested`);
					onClose();
				},
			},
		);
	};
	return (
		<ActionDialog
			open
			onOpenChange={(next) => next || onClose()}
			title={`Request a build of ${isolate(design.name)}`}
			description="The design is locked until the build ends. Approvers of its deployments will see this reason."
			action="Request build"
			pending={request.isPending}
			error={request.error}
			onSubmit={submit}
		>
			<EstimateSummary design={design} />
			<Field label="Reason" error={problem} hint="What changed, and for which campaign.">
				{(control) => <textarea {...control} name="reason" rows={3} maxLength={2_000} className={controlClass()} />}
			</Field>
		</ActionDialog>
	);
}
