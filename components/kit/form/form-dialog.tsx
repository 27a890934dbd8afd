"use client";

import { useState } from "react";
import { toast } from "sonner";
import { ActionDialog, type ActionDialogProps } from "@/components/kit/ui/action-dialog";
import { overtakenBy } from "@/lib/browser/api-error";
import { Fields } from "./fields";
import type { FormFields, Problems } from "./form-field";
import { changesOf, type FormShape, readForm } from "./read-form";

type Looks = Pick<
	ActionDialogProps,
	"title" | "description" | "action" | "dismiss" | "variant" | "unavailable" | "wide" | "stop"
>;

/** For the mutation that is called. */
export interface Then<Result> {
	onSuccess: (result: Result) => void;
}

export interface FormDialogProps<Body, Result, Item> extends Partial<FormShape<Body>>, Looks {
	/** Fields with defaults, below "More settings". */
	more?: FormFields;
	/** What is edited, as it was when the dialog opened: no newer value is overwritten. */
	item?: Item | null;
	saving: { isPending: boolean; error: unknown };
	/** Sends the whole form. */
	send?: (body: Body, then: Then<Result>) => void;
	/** Sends what was changed in the item. Where nothing was, the dialog closes. */
	edit?: (changes: Partial<Body>, then: Then<Result>, item: Item) => void;
	/**
	 * The message once it is saved, or the message and what comes next. Without it the dialog stays
	 * for what follows.
	 */
	done?: ((result: Result, body: Body) => string | readonly [string, string] | null) | undefined;
	onClose: () => void;
}

/**
 * A dialog that is declared by its fields. It shows problems beside them, takes the focus to the
 * first, and keeps what was typed until it is saved or put away.
 */
export function FormDialog<Body extends object, Result, Item extends object>(
	props: FormDialogProps<Body, Result, Item>,
) {
	const { fields = [], more = [], body, schema, item: given, saving, send, edit, done, onClose, ...looks } = props;
	const [item] = useState(given ?? null);
	const [problems, setProblems] = useState<Problems>({});
	const shape = { fields: [...fields, ...more], body, schema };
	const submit = (form: FormData, opened: FormData) => {
		const read = readForm(shape, form);
		setProblems(read.problems);
		if (Object.keys(read.problems).length > 0) return;
		const onSuccess = (result: Result) => {
			if (done === undefined) return;
			onClose();
			const [words, description] = [done(result, read.body)].flat();
			if (words) toast.success(words, { description });
		};
		if (item === null || edit === undefined) return send?.(read.body, { onSuccess });
		const changes = changesOf(read.body, readForm(shape, opened).body);
		if (Object.keys(changes).length === 0) onClose();
		else edit(changes, { onSuccess }, item);
	};
	return (
		<ActionDialog
			{...looks}
			onClose={onClose}
			pending={saving.isPending}
			error={overtakenBy(saving.error)}
			onSubmit={submit}
		>
			{fields.length === 0 ? undefined : <Fields fields={fields} more={more} item={item} problems={problems} />}
		</ActionDialog>
	);
}
