"use client";

import { useState } from "react";
import { toast } from "sonner";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { useSend } from "@/lib/browser/api";
import { type BuildDetail, rejectBuildBody } from "@/lib/contract/build";
import { isolate } from "@/lib/rules/text/isolate";

/** Lets an operator reject a failed build, with a reason for the designer. */
export function RejectBuildDialog({ build, onClose }: { build: BuildDetail; onClose: () => void }) {
	const settle = useSend("POST /api/builds/[build_id]/reject");
	const [problem, setProblem] = useState<string | null>(null);
	const reject = (fields: FormData) => {
		const body = { reason: String(fields.get("reason") ?? "").trim() };
		const message = rejectBuildBody.safeParse(body).error?.issues[0]?.message;
		setProblem(message === undefined ? null : `The reason ${message}.`);
		if (message !== undefined) return;
		settle.mutate(
			{ build_id: build.id, body },
			{
				onSuccess: () => {
					toast.success("Build rejected", { description: "The design can be edited again." });
					onClose();
				},
			},
		);
	};
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={`Reject the build of ${isolate(build.name)}`}
			description="The design can be edited again. Its designer will see this reason."
			action="Reject build"
			variant="destructive"
			pending={settle.isPending}
			error={settle.error}
			onSubmit={reject}
		>
			<Field label="Reason" error={problem} hint="What the designer should change.">
				{(control) => <textarea {...control} name="reason" rows={3} maxLength={2_000} className={controlClass()} />}
			</Field>
		</ActionDialog>
	);
}
