"use client";

import { toast } from "sonner";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { overtakenBy } from "@/lib/browser/api-error";
import { formatPlural } from "@/lib/browser/format";
import { useDeletePlaceCategory } from "@/lib/browser/place-categories";
import type { PlaceCategory } from "@/lib/contract/place";
import { isolate } from "@/lib/rules/text/isolate";

/** Confirms the deletion of a category with its places. */
export function DeleteCategoryDialog({ category, onClose }: { category: PlaceCategory; onClose: () => void }) {
	const remove = useDeletePlaceCategory();
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={`Delete ${isolate(category.name)}?`}
			description={`${formatPlural(category.place_count, "place")} can no longer be found${
				category.sensitive ? ", and geofences on them are no longer warned about" : ""
			}.`}
			action="Delete"
			variant="destructive"
			pending={remove.isPending}
			error={overtakenBy(remove.error)}
			onSubmit={() =>
				remove.mutate(category, {
					onSuccess: () => {
						toast.success(`Deleted ${isolate(category.name)}`);
						onClose();
					},
				})
			}
		/>
	);
}
