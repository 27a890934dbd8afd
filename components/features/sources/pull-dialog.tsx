"use client";

import { usePullFields } from "@/components/features/pulls/use-pull-fields";
import { FormDialog } from "@/components/kit/form/form-dialog";
import { useSend } from "@/lib/browser/api";
import { type InventorySourceDetail, setInventoryPullBody } from "@/lib/contract/inventory";
import { isolate } from "@/lib/rules/text/isolate";

/** Sets from where and when the data of a source are pulled. */
export function PullDialog({ source, onClose }: { source: InventorySourceDetail; onClose: () => void }) {
	const save = useSend("PUT /api/inventory-sources/[inventory_source_slug]/pull");
	const { pull, fields, body } = usePullFields(source.pull, [
		{ value: "replace", label: "replaces the data" },
		{ value: "append", label: "is appended" },
	]);
	return (
		<FormDialog
			item={pull}
			title={`Pull the data of ${isolate(source.name)}`}
			description="The first pull starts at once. A file that has not changed is not fetched again."
			action="Save and pull"
			fields={fields}
			body={body}
			schema={setInventoryPullBody}
			saving={save}
			send={(body, then) => save.mutate({ inventory_source_slug: source.slug, body }, then)}
			done={() => `${isolate(source.name)} is pulled now and on schedule`}
			onClose={onClose}
		/>
	);
}
