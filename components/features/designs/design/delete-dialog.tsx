"use client";

import { toast } from "sonner";
import { FormDialog } from "@/components/kit/form/form-dialog";
import { typedToConfirm } from "@/components/kit/form/typed-to-confirm";
import { useGoTo } from "@/components/kit/ui/use-go-to";
import { useSend } from "@/lib/browser/api";
import type { DesignDetail } from "@/lib/contract/design";
import { isolate } from "@/lib/rules/text/isolate";

/** Deletes a design once its name has been typed. */
export function DeleteDialog({ design, onClose }: { design: DesignDetail; onClose: () => void }) {
	const goTo = useGoTo();
	const remove = useSend("DELETE /api/designs/[design_id]");
	// The dialog stays until the list takes the place of the page.
	const onSuccess = () => {
		toast.success(`Deleted ${isolate(design.name)}`);
		goTo("/designs");
	};
	return (
		<FormDialog
			title={`Delete ${isolate(design.name)}`}
			description="Its sets and builds are permanently deleted, for everyone it is shared with. This cannot be undone."
			dismiss="Keep it"
			action="Delete design"
			variant="destructive"
			fields={[typedToConfirm("Type the design's name to confirm", design.name)]}
			saving={remove}
			send={() => remove.mutate({ design_id: design.id, revision: design.revision }, { onSuccess })}
			onClose={onClose}
		/>
	);
}
