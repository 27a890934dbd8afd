import { toast } from "sonner";
import { ActionDialog } from "@/components/kit/ui/action-dialog";

interface RemoveFactorDialogProps {
	title: string;
	/** What follows where the reader has other second factors. */
	consequence: string;
	/** Whether it is the reader's only second factor. */
	last: boolean;
	done: string;
	removing: { readonly isPending: boolean; readonly error: Error | null };
	remove: (then: { onSuccess: () => void }) => void;
	onClose: () => void;
}

/** Removes one of the reader's second factors. */
export function RemoveFactorDialog({
	title,
	consequence,
	last,
	done,
	removing,
	remove,
	onClose,
}: RemoveFactorDialogProps) {
	const onSuccess = () => {
		toast.success(done);
		onClose();
	};
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={title}
			description={
				last ? "Signing in then takes the password alone, and your recovery codes stop working." : consequence
			}
			action="Remove"
			dismiss="Keep it"
			variant="destructive"
			pending={removing.isPending}
			error={removing.error}
			onSubmit={() => remove({ onSuccess })}
		/>
	);
}
