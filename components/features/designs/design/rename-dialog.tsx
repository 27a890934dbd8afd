"use client";

import { FormDialog } from "@/components/kit/form/form-dialog";
import { useSend } from "@/lib/browser/api";
import { useKeepDesign } from "@/lib/browser/designs";
import type { DesignDetail } from "@/lib/contract/design";
import { editDesignBody } from "@/lib/contract/design-bodies";
import { isolate } from "@/lib/rules/text/isolate";

export interface DesignFieldDialogProps {
	design: DesignDetail;
	onClose: () => void;
}

/** Renames a design. */
export function RenameDialog({ design, onClose }: DesignFieldDialogProps) {
	const change = useSend("PATCH /api/designs/[design_id]", { onSuccess: useKeepDesign() });
	return (
		<FormDialog
			item={design}
			title={`Rename ${isolate(design.name)}`}
			action="Rename"
			fields={[{ name: "name", label: "Name", input: { maxLength: 200 } }]}
			schema={editDesignBody}
			saving={change}
			edit={(body, then, { id, revision }) => change.mutate({ design_id: id, revision, body }, then)}
			done={() => "Renamed"}
			onClose={onClose}
		/>
	);
}

/** Sets the price of a design, or returns to its organization's. */
export function PriceDialog({ design, onClose }: DesignFieldDialogProps) {
	const change = useSend("PATCH /api/designs/[design_id]", { onSuccess: useKeepDesign() });
	return (
		<FormDialog
			item={design}
			title={`Price of ${isolate(design.name)}`}
			description="Applies to new builds. Existing builds keep their price."
			action="Set price"
			fields={[
				{
					name: "base",
					label: "Price (CPM)",
					value: design.own_price_cpm?.base,
					hint: "A number such as 0.45. Leave empty to use the organization's price.",
					input: { maxLength: 200 },
				},
			]}
			body={({ base }) => ({ price_cpm: base === "" ? null : { base } })}
			schema={editDesignBody}
			saving={change}
			edit={(body, then, { id, revision }) => change.mutate({ design_id: id, revision, body }, then)}
			done={() => "Price set"}
			onClose={onClose}
		/>
	);
}
