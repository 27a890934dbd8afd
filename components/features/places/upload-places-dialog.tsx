"use client";

import { ImportWarnings } from "@/components/features/designs/editor/import/import-warnings";
import { RefusedRows } from "@/components/features/designs/editor/import/refused-rows";
import { rowsWithErrors } from "@/components/features/designs/editor/import/rows-with-errors";
import { Notice } from "@/components/kit/ui/notice";
import { UploadDialog } from "@/components/kit/ui/upload-dialog";
import { useSend } from "@/lib/browser/api";
import { formatPlural } from "@/lib/browser/format";
import type { PlaceCategory } from "@/lib/contract/place";
import { isolate } from "@/lib/rules/text/isolate";

/** The content of a file decides how it is read, and not its label. */
const CONTENT_TYPE = "application/octet-stream";

/** Replaces the places of a category from a file, with progress and outcome. */
export function UploadPlacesDialog({ category, onClose }: { category: PlaceCategory; onClose: () => void }) {
	const upload = useSend("PUT /api/place-categories/[category_id]/places");
	const isEmpty = category.place_count === 0;
	return (
		<UploadDialog
			title={`Upload places to ${isolate(category.name)}`}
			description={isEmpty ? "A file of geofences." : "Replaces all its places."}
			hint="Any file that the import of geofences takes, such as CSV or GeoJSON. Names are searched."
			action={isEmpty ? "Upload" : "Upload and replace"}
			upload={upload}
			onSend={(sent) =>
				upload.mutate({
					...sent,
					category_id: category.id,
					revision: category.revision,
					contentType: CONTENT_TYPE,
				})
			}
			unchanged="The places are unchanged."
			outcome={(taken) => (
				<>
					<Notice kind={taken.refused_row_count === 0 ? "ok" : "warn"}>
						{formatPlural(taken.accepted_row_count, "place")} imported,{" "}
						{taken.refused_row_count === 0 ? "no errors" : rowsWithErrors(taken.refused_row_count)}.
					</Notice>
					<ImportWarnings warnings={taken.warnings} />
					<RefusedRows rows={taken.refused} total={taken.refused_row_count} />
				</>
			)}
			onClose={onClose}
		/>
	);
}
