import { FormDialog } from "@/components/kit/form/form-dialog";
import { useSend } from "@/lib/browser/api";
import { isolate } from "@/lib/rules/text/isolate";

export interface StopListDialogProps {
	designId: string;
	list: { set_id: string; name: string };
	onClose: () => void;
}

/** Asks before the pulls of a set end. */
export function StopListDialog({ designId, list, onClose }: StopListDialogProps) {
	const remove = useSend("DELETE /api/designs/[design_id]/sets/[set_id]/pull");
	return (
		<FormDialog
			title={`Stop pulling ${isolate(list.name)}?`}
			description="The geofences stay. The address and its credentials are removed."
			action="Stop pulling"
			variant="danger"
			saving={remove}
			send={(_, then) => remove.mutate({ design_id: designId, set_id: list.set_id }, then)}
			done={() => `Stopped pulling ${isolate(list.name)}`}
			onClose={onClose}
		/>
	);
}
