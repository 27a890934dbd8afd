"use client";

import { useState } from "react";
import { usePullFields } from "@/components/features/pulls/use-pull-fields";
import { FormDialog } from "@/components/kit/form/form-dialog";
import { useSend } from "@/lib/browser/api";
import { setListPullBody } from "@/lib/contract/list-pull";
import type { Pull } from "@/lib/contract/pull";
import { isolate } from "@/lib/rules/text/isolate";

export interface ListDialogProps {
	designId: string;
	/** The sets to choose from. */
	sets: readonly { set_id: string; name: string }[];
	/** That of the only set, where it has one. */
	pull: Pull | null;
	onClose: () => void;
}

/** Sets from where and when the geofences of a set are pulled. */
export function ListDialog({ designId, sets, pull: given, onClose }: ListDialogProps) {
	const save = useSend("PUT /api/designs/[design_id]/sets/[set_id]/pull");
	const { pull, fields, body } = usePullFields(given, [
		{ value: "replace", label: "replaces the geofences" },
		{ value: "update", label: "updates them by id" },
	]);
	const [only] = sets;
	const [setId, choose] = useState(only?.set_id ?? "");
	const set = {
		kind: "choice",
		name: "set_id",
		label: "Set",
		value: setId,
		options: sets.map(({ set_id, name }) => ({ value: set_id, label: name })),
		onChange: choose,
	} as const;
	return (
		<FormDialog
			item={pull}
			title={given === null || only === undefined ? "Follow a list" : `List of ${isolate(only.name)}`}
			description="The first pull starts at once. A file that has not changed is not fetched again. Changes are made with your rights."
			action="Save and pull"
			fields={sets.length > 1 ? [set, ...fields] : fields}
			body={({ set_id: _, ...values }, form) => body(values, form)}
			schema={setListPullBody}
			saving={save}
			send={(body, then) => save.mutate({ design_id: designId, set_id: setId, body }, then)}
			done={() => "The list is pulled now and on schedule"}
			onClose={onClose}
		/>
	);
}
