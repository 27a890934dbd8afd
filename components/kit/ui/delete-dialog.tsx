"use client";

import { toast } from "sonner";
import { overtakenBy } from "@/lib/browser/api-error";
import { ActionDialog } from "./action-dialog";

export interface DeleteDialogProps<Item> {
	item: Item;
	remove: {
		mutate: (item: Item, options: { onSuccess: () => void }) => void;
		isPending: boolean;
		error: unknown;
	};
	title: string;
	/** The consequence. */
	description: string;
	action?: string;
	/** The message once it is done. */
	done: string;
	onClose: () => void;
	/** Where to go once it is done; the dialog is closed otherwise. */
	onDone?: () => void;
}

/** Confirms a deletion, or what cannot be undone either. */
export function DeleteDialog<Item>(props: DeleteDialogProps<Item>) {
	const { item, remove, title, description, action = "Delete", done, onClose, onDone = onClose } = props;
	return (
		<ActionDialog
			onClose={onClose}
			title={title}
			description={description}
			action={action}
			dismiss="Keep it"
			variant="destructive"
			pending={remove.isPending}
			error={overtakenBy(remove.error)}
			onSubmit={() =>
				remove.mutate(item, {
					onSuccess: () => {
						toast.success(done);
						onDone();
					},
				})
			}
		/>
	);
}
