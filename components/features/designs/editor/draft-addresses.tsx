"use client";

import { AddressesDialog } from "@/components/features/designs/editor/addresses/addresses-dialog";
import { boxAround, buildFenceIndex } from "@/components/kit/map/fence-index";
import { withSet } from "./draft";
import type { DraftImportProps } from "./draft-import";

/** Adds circles around addresses to a set of the draft; they are sent when the draft is saved. */
export function DraftAddresses({ draft, set, onTake, onClose }: DraftImportProps) {
	return (
		<AddressesDialog
			setName={set.set_name}
			onAdd={(fences) =>
				onTake(
					withSet(draft, set.key, (own) => ({ ...own, fences: [...(own.fences ?? []), ...fences] })),
					boxAround(buildFenceIndex([fences])),
				)
			}
			onClose={onClose}
		/>
	);
}
