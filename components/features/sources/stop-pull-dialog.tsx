import { toast } from "sonner";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { useSend } from "@/lib/browser/api";
import type { InventorySource } from "@/lib/contract/inventory";
import { isolate } from "@/lib/rules/text/isolate";

/** Asks before the pulls of a source end. */
export function StopPullDialog({ source, onClose }: { source: InventorySource; onClose: () => void }) {
	const remove = useSend("DELETE /api/inventory-sources/[inventory_source_slug]/pull");
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={`Stop pulling ${isolate(source.name)}?`}
			description="The data stays. The address and its credentials are removed."
			action="Stop pulling"
			variant="danger"
			pending={remove.isPending}
			error={remove.error}
			onSubmit={() =>
				remove.mutate(
					{ inventory_source_slug: source.slug },
					{
						onSuccess: () => {
							toast.success(`Stopped pulling ${isolate(source.name)}`);
							onClose();
						},
					},
				)
			}
		/>
	);
}
