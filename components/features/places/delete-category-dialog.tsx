"use client";

import { DeleteDialog } from "@/components/kit/ui/delete-dialog";
import { useSend } from "@/lib/browser/api";
import { formatPlural } from "@/lib/browser/format";
import type { PlaceCategory } from "@/lib/contract/place";
import { isolate } from "@/lib/rules/text/isolate";

/** Confirms the deletion of a category with its places. */
export function DeleteCategoryDialog({ category, onClose }: { category: PlaceCategory; onClose: () => void }) {
	const name = isolate(category.name);
	return (
		<DeleteDialog
			item={{ category_id: category.id, revision: category.revision }}
			remove={useSend("DELETE /api/place-categories/[category_id]")}
			title={`Delete ${name}?`}
			description={`${formatPlural(category.place_count, "place")} can no longer be found${
				category.sensitive ? ", and geofences on them are no longer warned about" : ""
			}.`}
			done={`Deleted ${name}`}
			onClose={onClose}
		/>
	);
}
