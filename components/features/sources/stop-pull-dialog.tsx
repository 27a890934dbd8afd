import { FormDialog } from "@/components/kit/form/form-dialog";
import { useSend } from "@/lib/browser/api";
import type { InventorySource } from "@/lib/contract/inventory";
import { isolate } from "@/lib/rules/text/isolate";

/** Asks before the pulls of a source end. */
export function StopPullDialog({ source, onClose }: { source: InventorySource; onClose: () => void }) {
	const remove = useSend("DELETE /api/inventory-sources/[inventory_source_slug]/pull");
	return (
		<FormDialog
			title={`Stop pulling ${isolate(source.name)}?`}
			description="The data stays. The address and its credentials are removed."
			action="Stop pulling"
			variant="danger"
			saving={remove}
			send={(_, then) => remove.mutate({ inventory_source_slug: source.slug }, then)}
			done={() => `Stopped pulling ${isolate(source.name)}`}
			onClose={onClose}
		/>
	);
}
