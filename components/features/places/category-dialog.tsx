"use client";

import { FormDialog } from "@/components/kit/form/form-dialog";
import { useSend } from "@/lib/browser/api";
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
	const change = useSend("PATCH /api/place-categories/[category_id]");
	return (
		<FormDialog
			item={category}
			title={category === null ? "New place category" : `Settings of ${isolate(category.name)}`}
			description="Places that people can search for in the editor."
			action={category === null ? "Create category" : "Save"}
			fields={[
				{ name: "name", label: "Name", input: { maxLength: 100 } },
				{
					kind: "switch",
					name: "sensitive",
					label: "Sensitive",
					hint: "Geofences on these places are marked and warned about. Targets can refuse them.",
				},
			]}
			schema={createPlaceCategoryBody}
			saving={category === null ? create : change}
			send={(body, then) => create.mutate({ body }, then)}
			edit={(body, then, { id, revision }) => change.mutate({ category_id: id, revision, body }, then)}
			done={(saved: PlaceCategory) => {
				onSaved(saved);
				return `${category === null ? "Created" : "Saved"} ${isolate(saved.name)}`;
			}}
			onClose={onClose}
		/>
	);
}
