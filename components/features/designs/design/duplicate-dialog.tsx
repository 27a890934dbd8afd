"use client";

import { FormDialog } from "@/components/kit/form/form-dialog";
import { useGoTo } from "@/components/kit/ui/use-go-to";
import { useSend } from "@/lib/browser/api";
import { useKeepDesign } from "@/lib/browser/designs";
import type { DesignDetail } from "@/lib/contract/design";
import { isolate } from "@/lib/rules/text/isolate";

export interface DuplicateDialogProps {
	design: { id: string; name: string };
	onClose: () => void;
}

/** Copies a design for the reader, then opens the copy. */
export function DuplicateDialog({ design: { id, name }, onClose }: DuplicateDialogProps) {
	const goTo = useGoTo();
	const duplicate = useSend("POST /api/designs/[design_id]/duplicate", { onSuccess: useKeepDesign() });
	return (
		<FormDialog
			title={`Duplicate ${isolate(name)}`}
			description="The copy is yours, with the same sets. Builds, deployments and sharing stay with the original."
			action="Duplicate"
			fields={[
				{
					name: "name",
					label: "Name of the copy",
					value: `${name} (copy)`,
					input: { maxLength: 200 },
					read: (typed) => typed || undefined,
				},
			]}
			saving={duplicate}
			send={(body: { name?: string }, then) => duplicate.mutate({ design_id: id, body }, then)}
			done={(copy: DesignDetail) => {
				goTo(`/designs/${copy.id}`);
				return `${isolate(copy.name)} created`;
			}}
			onClose={onClose}
		/>
	);
}
