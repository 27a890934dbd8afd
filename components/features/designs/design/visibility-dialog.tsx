"use client";

import { useState } from "react";
import { toast } from "sonner";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { useSend } from "@/lib/browser/api";
import { overtakenBy } from "@/lib/browser/api-error";
import { useKeepDesign } from "@/lib/browser/designs";
import type { DesignDetail } from "@/lib/contract/design";
import { designVisibilityBody } from "@/lib/contract/sharing";
import { comparableTexts } from "@/lib/rules/text/comparable-text";
import { isolate } from "@/lib/rules/text/isolate";

/** Replaces a design's visibility tags. */
export function VisibilityDialog({ design, onClose }: { design: DesignDetail; onClose: () => void }) {
	const save = useSend("PUT /api/designs/[design_id]/visibility", { onSuccess: useKeepDesign() });
	// The revision when the dialog opened, so that newer tags are not overwritten.
	const [revision] = useState(design.revision);
	const [problem, setProblem] = useState<string | null>(null);
	const submit = (fields: FormData) => {
		const tags = comparableTexts(String(fields.get("tags") ?? "").split(","));
		const message = designVisibilityBody.safeParse({ tags }).error?.issues[0]?.message;
		setProblem(message === undefined ? null : `A tag ${message}.`);
		if (message !== undefined) return;
		save.mutate(
			{ design_id: design.id, revision, body: { tags } },
			{
				onSuccess: () => {
					toast.success("Visibility tags saved");
					onClose();
				},
			},
		);
	};
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={`Visibility tags of ${isolate(design.name)}`}
			description="Use tags to filter lists of designs, builds and deployments."
			action="Save tags"
			pending={save.isPending}
			error={overtakenBy(save.error)}
			onSubmit={submit}
		>
			<Field label="Tags" optional error={problem} hint="Separate tags with commas. At most 50 tags of 64 characters.">
				{(control) => (
					<input {...control} name="tags" defaultValue={design.visibility.join(", ")} className={controlClass()} />
				)}
			</Field>
		</ActionDialog>
	);
}
