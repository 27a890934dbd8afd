"use client";

import { ImportDialog } from "@/components/features/designs/editor/import/import-dialog";
import type { ImportSource } from "@/components/features/designs/editor/import/import-source";
import {
	type ImportPreview,
	MAX_PREVIEW_FENCES,
	updatingFences,
} from "@/components/features/designs/editor/import/read-import";
import { boxAround, buildFenceIndex } from "@/components/kit/map/fence-index";
import type { Bounds } from "@/lib/contract/design";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { updateById } from "@/lib/rules/geofences/update-by-id";
import { type Draft, type DraftSet, withSet } from "./draft";
import { noteOrigin } from "./origins";

export interface DraftImportProps {
	draft: Draft;
	set: DraftSet;
	/** What was pasted onto the editor. */
	pasted?: ImportSource | null;
	/** Called with the new draft and the bounds of the imported geofences. */
	onTake: (draft: Draft, bounds: Bounds) => void;
	onClose: () => void;
}

/** Imports geofences into a set of the draft; they are sent when the draft is saved. */
export function DraftImport({ draft, set, pasted = null, onTake, onClose }: DraftImportProps) {
	const held = set.fences ?? [];
	return (
		<ImportDialog
			setName={set.set_name}
			count={held.length}
			held={held}
			initial={pasted}
			atMost={MAX_PREVIEW_FENCES}
			onTake={({ preview, mode }) => {
				const fences =
					mode === "update" ? updated(held, preview) : mode === "add" ? [...held, ...preview.fences] : preview.fences;
				onTake(
					withSet(draft, set.key, (own) => ({ ...own, fences })),
					boxAround(buildFenceIndex([preview.fences])),
				);
			}}
			onCancel={onClose}
			onClose={onClose}
		/>
	);
}

/** The geofences after an update by id, of which a review tells what they were before. */
function updated(held: readonly Geofence[], preview: ImportPreview): readonly Geofence[] {
	const { geofences, replaced } = updateById(held, updatingFences(preview));
	for (const [before, after] of replaced) noteOrigin(after, before);
	return geofences;
}
