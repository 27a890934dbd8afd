"use client";

import { useRouter } from "next/navigation";
import { toast } from "sonner";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { useSend } from "@/lib/browser/api";
import { useKeepDesign } from "@/lib/browser/designs";
import { isolate } from "@/lib/rules/text/isolate";

export interface DuplicateDialogProps {
	design: { id: string; name: string };
	onClose: () => void;
}

/** Copies a design for the reader, then opens the copy. */
export function DuplicateDialog({ design, onClose }: DuplicateDialogProps) {
	const router = useRouter();
	const duplicate = useSend("POST /api/designs/[design_id]/duplicate", { onSuccess: useKeepDesign() });
	const submit = (fields: FormData) => {
		const name = String(fields.get("name") ?? "").trim();
		duplicate.mutate(
			{ design_id: design.id, body: name === "" ? {} : { name } },
			{
				onSuccess: (copy) => {
					toast.success(`${isolate(copy.name)} created`);
					onClose();
					router.push(`/designs/${copy.id}`);
				},
			},
		);
	};
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={`Duplicate ${isolate(design.name)}`}
			description="The copy is yours, with the same sets. Builds, deployments and sharing stay with the original."
			action="Duplicate"
			pending={duplicate.isPending}
			error={duplicate.error}
			onSubmit={submit}
		>
			<Field label="Name of the copy">
				{(control) => (
					<input
						{...control}
						name="name"
						defaultValue={`${design.name} (copy)`}
						maxLength={200}
						className={controlClass()}
					/>
				)}
			</Field>
		</ActionDialog>
	);
}
