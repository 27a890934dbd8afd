"use client";

import { useEffect, useRef, useState } from "react";
import { RefusedRows } from "@/components/features/designs/editor/import/refused-rows";
import { rowsWithErrors } from "@/components/features/designs/editor/import/rows-with-errors";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions, DialogBody } from "@/components/kit/ui/dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { Notice } from "@/components/kit/ui/notice";
import { Sending } from "@/components/kit/ui/sending";
import { describeError } from "@/lib/browser/api-error";
import { formatPlural } from "@/lib/browser/format";
import { type OptOutChange, useChangeOptOuts } from "@/lib/browser/opt-outs";
import type { OptOutChangeResult } from "@/lib/contract/opt-outs";

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
						<Notice kind={changed.refused_row_count === 0 ? "ok" : "warn"}>{outcomeOf(changed)}</Notice>
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

function outcomeOf({ added, removed, id_count, refused_row_count }: OptOutChangeResult): string {
	const changes = [
		...(added > 0 ? [`${formatPlural(added, "id")} added`] : []),
		...(removed > 0 ? [`${formatPlural(removed, "id")} removed`] : []),
	];
	const what = changes.length === 0 ? "Nothing changed" : changes.join(", ");
	const errors = refused_row_count === 0 ? "" : ` ${rowsWithErrors(refused_row_count)}.`;
	return `${what}. The list now has ${formatPlural(id_count, "device id")}.${errors}`;
}
