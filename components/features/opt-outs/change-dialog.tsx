"use client";

import { RefusedRows } from "@/components/features/designs/editor/import/refused-rows";
import { rowsWithErrors } from "@/components/features/designs/editor/import/rows-with-errors";
import { Copyable } from "@/components/kit/ui/copyable";
import { Notice } from "@/components/kit/ui/notice";
import { UploadDialog } from "@/components/kit/ui/upload-dialog";
import { formatPlural } from "@/lib/browser/format";
import { type OptOutChange, useChangeOptOuts } from "@/lib/browser/opt-outs";
import type { DeviceErasure, OptOutChangeResult } from "@/lib/contract/opt-outs";

const WORDS: Record<OptOutChange, { title: string; action: string; means: (count: number) => string }> = {
	add: {
		title: "Add opt-outs",
		action: "Add ids",
		means: () => "These devices are in no audience from now on. Agents stop answering them within a minute.",
	},
	remove: {
		title: "Remove opt-outs",
		action: "Remove ids",
		means: () => "Agents answer these devices again within a minute, and later builds contain them.",
	},
	erase: {
		title: "Erase devices",
		action: "Erase for good",
		means: () =>
			"The devices opt out, and all their visits are erased from every inventory source. This cannot be undone. Backups keep what they have.",
	},
	replace: {
		title: "Replace all opt-outs",
		action: "Replace the list",
		means: (count) => `Replaces ${count === 0 ? "the empty list" : `all ${formatPlural(count, "id")}`}.`,
	},
};

/** Changes the list of opt-outs by a file, with progress and outcome. */
export function ChangeDialog({ change, count, onClose }: { change: OptOutChange; count: number; onClose: () => void }) {
	const upload = useChangeOptOuts();
	const words = WORDS[change];
	return (
		<UploadDialog
			title={words.title}
			description={words.means(count)}
			hint="Device ids, one a line, or CSV with the column device_id. Only hashes of the ids are kept."
			accept=".csv,.tsv,.txt,.ndjson,.jsonl,.gz,text/csv,text/plain"
			action={words.action}
			upload={upload}
			onSend={(sent) => upload.mutate({ ...sent, change })}
			unchanged="The list is unchanged."
			outcome={(changed) => (
				<>
					<Notice kind={changed.refused_row_count === 0 ? "ok" : "warn"}>
						{"device_count" in changed ? erasedWords(changed) : outcomeOf(changed)}
						{changed.refused_row_count === 0 ? "" : ` ${rowsWithErrors(changed.refused_row_count)}.`}
					</Notice>
					{"device_count" in changed ? <Proof erasure={changed} /> : null}
					<RefusedRows rows={changed.refused} total={changed.refused_row_count} />
				</>
			)}
			onClose={onClose}
		/>
	);
}

function erasedWords({ device_count, opt_outs_added, sources, searched_source_count }: DeviceErasure): string {
	const rows = sources.reduce((sum, { erased_row_count }) => sum + erased_row_count, 0);
	const where =
		sources.length === 0
			? `no visits in ${formatPlural(searched_source_count, "inventory source")}`
			: `${formatPlural(rows, "visit")} erased from ${sources.map(({ slug }) => slug).join(", ")}`;
	return `${formatPlural(device_count, "device")}: ${where}, ${formatPlural(opt_outs_added, "new opt-out")}.`;
}

/** The proof that the operator passes on to the person concerned. */
function Proof({ erasure }: { erasure: DeviceErasure }) {
	const { refused: _, refused_row_count: __, ...proof } = erasure;
	return <Copyable label="Proof (no ids; also in the audit log)" text={JSON.stringify(proof)} rows={4} />;
}

function outcomeOf({ added, removed, id_count }: OptOutChangeResult): string {
	const changes = [
		...(added > 0 ? [`${formatPlural(added, "id")} added`] : []),
		...(removed > 0 ? [`${formatPlural(removed, "id")} removed`] : []),
	];
	const what = changes.length === 0 ? "Nothing changed" : changes.join(", ");
	return `${what}. The list now has ${formatPlural(id_count, "device id")}.`;
}
