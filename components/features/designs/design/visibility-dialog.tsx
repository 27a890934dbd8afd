"use client";

import { FormDialog } from "@/components/kit/form/form-dialog";
import { useSend } from "@/lib/browser/api";
import { useKeepDesign } from "@/lib/browser/designs";
import type { DesignDetail } from "@/lib/contract/design";
import { designVisibilityBody } from "@/lib/contract/sharing";
import { comparableTexts } from "@/lib/rules/text/comparable-text";
import { isolate } from "@/lib/rules/text/isolate";

/** Replaces a design's visibility tags. */
export function VisibilityDialog({ design, onClose }: { design: DesignDetail; onClose: () => void }) {
	const save = useSend("PUT /api/designs/[design_id]/visibility", { onSuccess: useKeepDesign() });
	return (
		<FormDialog
			item={design}
			title={`Visibility tags of ${isolate(design.name)}`}
			description="Use tags to filter lists of designs, builds and deployments."
			action="Save tags"
			fields={[
				{
					name: "tags",
					label: "Tags",
					optional: true,
					value: design.visibility.join(", "),
					hint: "Separate tags with commas. At most 50 tags of 64 characters.",
					read: (text) => comparableTexts(text.split(",")),
				},
			]}
			schema={designVisibilityBody}
			saving={save}
			edit={({ tags = [] }, then, { id, revision }) => save.mutate({ design_id: id, revision, body: { tags } }, then)}
			done={() => "Visibility tags saved"}
			onClose={onClose}
		/>
	);
}
