import { toast } from "sonner";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { useRemovePull } from "@/lib/browser/inventory";
import type { InventorySource } from "@/lib/contract/inventory";
import { isolate } from "@/lib/rules/text/isolate";

/** Asks before the pulls of a source end. */
export function StopPullDialog({ source, onClose }: { source: InventorySource; onClose: () => void }) {
	const remove = useRemovePull(source.slug);
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
				remove.mutate(undefined, {
					onSuccess: () => {
						toast.success(`Stopped pulling ${isolate(source.name)}`);
						onClose();
					},
				})
			}
		/>
	);
}
