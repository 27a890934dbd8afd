import { FormDialog, type Then } from "@/components/kit/form/form-dialog";

interface RemoveFactorDialogProps {
	title: string;
	/** The consequence where the reader has other second factors. */
	consequence: string;
	/** Whether it is the reader's only second factor. */
	last: boolean;
	done: string;
	removing: { readonly isPending: boolean; readonly error: Error | null };
	remove: (then: Then<unknown>) => void;
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
	return (
		<FormDialog
			title={title}
			description={
				last ? "Signing in then takes the password alone, and your recovery codes stop working." : consequence
			}
			action="Remove"
			dismiss="Keep it"
			variant="destructive"
			saving={removing}
			send={(_, then) => remove(then)}
			done={() => done}
			onClose={onClose}
		/>
	);
}
