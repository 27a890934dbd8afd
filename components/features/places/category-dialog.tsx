"use client";

import { useState } from "react";
import { toast } from "sonner";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { useSend } from "@/lib/browser/api";
import { overtakenBy } from "@/lib/browser/api-error";
import { createPlaceCategoryBody, type PlaceCategory } from "@/lib/contract/place";
import { isolate } from "@/lib/rules/text/isolate";

export interface CategoryDialogProps {
	/** Null for a new one. */
	category: PlaceCategory | null;
	onSaved: (category: PlaceCategory) => void;
	onClose: () => void;
}

/** Creates a category of places, or changes its name and whether it is sensitive. */
export function CategoryDialog({ category, onSaved, onClose }: CategoryDialogProps) {
	const create = useSend("POST /api/place-categories");
	const edit = useSend("PATCH /api/place-categories/[category_id]");
	const [problem, setProblem] = useState<string>();
	const saved = (result: PlaceCategory) => {
		toast.success(category === null ? `Created ${isolate(result.name)}` : `Saved ${isolate(result.name)}`);
		onClose();
		onSaved(result);
	};
	const submit = (fields: FormData) => {
		const body = { name: String(fields.get("name") ?? "").trim(), sensitive: fields.get("sensitive") === "on" };
		const read = createPlaceCategoryBody.safeParse(body);
		setProblem(read.success ? undefined : `This ${read.error.issues[0]?.message ?? "is not valid"}.`);
		if (!read.success) return;
		if (category === null) create.mutate({ body }, { onSuccess: saved });
		else edit.mutate({ category_id: category.id, revision: category.revision, body }, { onSuccess: saved });
	};
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={category === null ? "New place category" : `Settings of ${isolate(category.name)}`}
			description="Places that people can search for in the editor."
			action={category === null ? "Create category" : "Save"}
			pending={create.isPending || edit.isPending}
			error={overtakenBy(create.error ?? edit.error)}
			onSubmit={submit}
		>
			<Field label="Name" error={problem}>
				{(control) => (
					<input
						{...control}
						name="name"
						defaultValue={category?.name ?? ""}
						maxLength={100}
						className={controlClass()}
					/>
				)}
			</Field>
			<label className="flex items-start gap-2">
				<input
					type="checkbox"
					name="sensitive"
					defaultChecked={category?.sensitive ?? false}
					className="mt-0.5 size-4 accent-accent"
				/>
				<span>
					<span className="font-medium">Sensitive</span>
					<span className="block text-muted text-small">
						Geofences on these places are marked and warned about. Targets can refuse them.
					</span>
				</span>
			</label>
		</ActionDialog>
	);
}
