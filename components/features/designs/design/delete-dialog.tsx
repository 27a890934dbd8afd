"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { useSend } from "@/lib/browser/api";
import type { DesignDetail } from "@/lib/contract/design";
import { isolate } from "@/lib/rules/text/isolate";

/** Deletes a design once its name has been typed. */
export function DeleteDialog({ design, onClose }: { design: DesignDetail; onClose: () => void }) {
	const router = useRouter();
	const remove = useSend("DELETE /api/designs/[design_id]");
	const [problem, setProblem] = useState<string | null>(null);
	const submit = (fields: FormData) => {
		const named = String(fields.get("name") ?? "").trim() === design.name;
		setProblem(named ? null : `Type "${isolate(design.name)}" exactly.`);
		if (!named) return;
		remove.mutate(
			{ design_id: design.id, revision: design.revision },
			{
				onSuccess: () => {
					toast.success(`Deleted ${isolate(design.name)}`);
					router.push("/designs");
				},
			},
		);
	};
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={`Delete ${isolate(design.name)}`}
			description="Its sets and builds are permanently deleted, for everyone it is shared with. This cannot be undone."
			dismiss="Keep it"
			action="Delete design"
			variant="destructive"
			pending={remove.isPending}
			error={remove.error}
			onSubmit={submit}
		>
			<Field label="Type the design's name to confirm" error={problem}>
				{(control) => <input {...control} name="name" autoComplete="off" className={controlClass()} />}
			</Field>
		</ActionDialog>
	);
}
