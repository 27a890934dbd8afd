"use client";

import { useState } from "react";
import { toast } from "sonner";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { useSend } from "@/lib/browser/api";
import { overtakenBy } from "@/lib/browser/api-error";
import type { DesignEdit } from "@/lib/browser/design-editing";
import { useKeepDesign } from "@/lib/browser/designs";
import { type DesignDetail, editDesignBody } from "@/lib/contract/design";
import { isolate } from "@/lib/rules/text/isolate";

export interface DesignFieldDialogProps {
	design: DesignDetail;
	onClose: () => void;
}

/** Renames a design. */
export function RenameDialog({ design, onClose }: DesignFieldDialogProps) {
	return (
		<FieldDialog
			design={design}
			onClose={onClose}
			title={`Rename ${isolate(design.name)}`}
			action="Rename"
			label="Name"
			initial={design.name}
			read={(text) => ({ name: text.trim() })}
			done="Renamed"
		/>
	);
}

/** Sets the price of a design, or returns to its organization's. */
export function PriceDialog({ design, onClose }: DesignFieldDialogProps) {
	return (
		<FieldDialog
			design={design}
			onClose={onClose}
			title={`Price of ${isolate(design.name)}`}
			description="Applies to new builds. Existing builds keep their price."
			action="Set price"
			label="Price (CPM)"
			hint="A number such as 0.45. Leave empty to use the organization's price."
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
	const edit = useSend("PATCH /api/designs/[design_id]", { onSuccess: useKeepDesign() });
	// The revision when the dialog opened, so that a newer value is not overwritten.
	const [revision] = useState(design.revision);
	const [problem, setProblem] = useState<string | null>(null);
	const submit = (fields: FormData) => {
		const body = read(String(fields.get("value") ?? ""));
		const message = editDesignBody.safeParse(body).error?.issues[0]?.message;
		setProblem(message === undefined ? null : `${label} ${message}.`);
		if (message !== undefined) return;
		edit.mutate(
			{ design_id: design.id, revision, body },
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
