"use client";

import { useEffect, useRef, useState } from "react";
import { RefusedRows } from "@/components/features/designs/editor/import/refused-rows";
import { rowsWithErrors } from "@/components/features/designs/editor/import/rows-with-errors";
import { Button } from "@/components/kit/ui/button";
import { Copyable } from "@/components/kit/ui/copyable";
import { Dialog, DialogActions, DialogBody } from "@/components/kit/ui/dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { Notice } from "@/components/kit/ui/notice";
import { Sending } from "@/components/kit/ui/sending";
import { describeError } from "@/lib/browser/api-error";
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
		means: (count) =>
			`The file takes the place of ${count === 0 ? "the empty list" : `all ${formatPlural(count, "id")}`}.`,
	},
};

/** Changes the list of opt-outs by a file, with progress and outcome. */
export function ChangeDialog({ change, count, onClose }: { change: OptOutChange; count: number; onClose: () => void }) {
	const upload = useChangeOptOuts();
	const [file, setFile] = useState<File | null>(null);
	const [share, setShare] = useState(0);
	const cancel = useRef<AbortController>(null);
	const result = useRef<HTMLDivElement>(null);
	const input = useRef<HTMLInputElement>(null);
	const { data: changed, error, isPending } = upload;
	// The stop button is gone: the focus moves to the outcome, or to the file field.
	useEffect(() => {
		if (changed !== undefined) result.current?.focus();
		else if (error !== null) input.current?.focus();
	}, [changed, error]);
	const stopped = error instanceof DOMException && error.name === "AbortError";
	const words = WORDS[change];
	const send = () => {
		if (file === null) return;
		const stop = new AbortController();
		cancel.current = stop;
		setShare(0);
		upload.mutate({ change, file, onProgress: setShare, signal: stop.signal });
	};
	return (
		<Dialog
			open
			onOpenChange={(open) => open || onClose()}
			busy={isPending}
			title={words.title}
			description={words.means(count)}
			wide
		>
			<DialogBody>
				{changed === undefined ? (
					<Field
						label="File"
						hint="Device ids, one a line, or CSV with the column device_id. Only hashes of the ids are kept."
					>
						{(control) => (
							<input
								{...control}
								ref={input}
								type="file"
								accept=".csv,.tsv,.txt,.ndjson,.jsonl,.gz,text/csv,text/plain"
								disabled={isPending}
								// Allows the same file again, and forgets the earlier one.
								onClick={(event) => {
									event.currentTarget.value = "";
									setFile(null);
								}}
								onChange={(event) => setFile(event.target.files?.[0] ?? null)}
								className={controlClass()}
							/>
						)}
					</Field>
				) : (
					<div ref={result} tabIndex={-1} className="grid gap-3 outline-none" role="status">
						<Notice kind={changed.refused_row_count === 0 ? "ok" : "warn"}>
							{"device_count" in changed ? erasedWords(changed) : outcomeOf(changed)}
							{changed.refused_row_count === 0 ? "" : ` ${rowsWithErrors(changed.refused_row_count)}.`}
						</Notice>
						{"device_count" in changed ? <Proof erasure={changed} /> : null}
						<RefusedRows rows={changed.refused} total={changed.refused_row_count} />
					</div>
				)}
				{isPending && file !== null ? <Sending label="Upload" share={share} size={file.size} /> : null}
				{stopped ? (
					<Notice kind="warn" alert>
						{share < 1
							? "Upload stopped. The list is unchanged."
							: "Upload stopped. It may already have finished; close to check."}
					</Notice>
				) : error === null ? null : (
					<Notice kind="bad" alert>
						{describeError(error)}
					</Notice>
				)}
			</DialogBody>
			<DialogActions>
				{changed !== undefined ? (
					<Button variant="primary" onClick={onClose}>
						Done
					</Button>
				) : isPending ? (
					<Button onClick={() => cancel.current?.abort()}>Stop upload</Button>
				) : (
					<>
						<Button onClick={onClose}>Cancel</Button>
						<Button variant="primary" onClick={send} unavailable={file === null ? "Select a file first." : null}>
							{words.action}
						</Button>
					</>
				)}
			</DialogActions>
		</Dialog>
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

/** What the operator hands on to whom it concerns. */
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
