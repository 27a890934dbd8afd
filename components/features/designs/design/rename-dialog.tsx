"use client";

import { useState } from "react";
import { toast } from "sonner";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { overtakenBy } from "@/lib/browser/api-error";
import { type DesignEdit, useEditDesign } from "@/lib/browser/design-editing";
import { type DesignDetail, editDesignBody } from "@/lib/contract/design";

export interface DesignFieldDialogProps {
	design: DesignDetail;
	onClose: () => void;
}

/** Gives a design another name. */
export function RenameDialog({ design, onClose }: DesignFieldDialogProps) {
	return (
		<FieldDialog
			design={design}
			onClose={onClose}
			title={`Rename ${design.name}`}
			action="Rename"
			label="Name"
			initial={design.name}
			read={(text) => ({ name: text.trim() })}
			done="Renamed"
		/>
	);
}

/** Gives a design a price of its own, or its organization's again. */
export function PriceDialog({ design, onClose }: DesignFieldDialogProps) {
	return (
		<FieldDialog
			design={design}
			onClose={onClose}
			title={`Price of ${design.name}`}
			description="Holds for builds from now on; those that are made keep theirs."
			action="Set price"
			label="Price (CPM)"
			hint="A decimal number such as 0.45. Empty: the price of its organization."
			initial={design.own_price_cpm?.base ?? ""}
			read={(text) => ({ price_cpm: text.trim() === "" ? null : { base: text.trim() } })}
			done="Price set"
		/>
	);
}

interface FieldDialogProps extends DesignFieldDialogProps {
	title: string;
	description?: string;
	action: string;
	label: string;
	hint?: string;
	initial: string;
	read: (text: string) => DesignEdit;
	done: string;
}

function FieldDialog({
	design,
	onClose,
	title,
	description,
	action,
	label,
	hint,
	initial,
	read,
	done,
}: FieldDialogProps) {
	const edit = useEditDesign(design.id);
	// What is saved takes the place of what stood there when the dialog opened, and of nothing newer.
	const [revision] = useState(design.revision);
	const [problem, setProblem] = useState<string | null>(null);
	const submit = (fields: FormData) => {
		const body = read(String(fields.get("value") ?? ""));
		const message = editDesignBody.safeParse(body).error?.issues[0]?.message;
		setProblem(message === undefined ? null : `${label} ${message}.`);
		if (message !== undefined) return;
		edit.mutate(
			{ ...body, revision },
			{
				onSuccess: () => {
					toast.success(done);
					onClose();
				},
			},
		);
	};
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={title}
			{...(description === undefined ? {} : { description })}
			action={action}
			pending={edit.isPending}
			error={overtakenBy(edit.error)}
			onSubmit={submit}
		>
			<Field label={label} error={problem} {...(hint === undefined ? {} : { hint })}>
				{(control) => (
					<input {...control} name="value" defaultValue={initial} maxLength={200} className={controlClass()} />
				)}
			</Field>
		</ActionDialog>
	);
}
