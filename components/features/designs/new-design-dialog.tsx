"use client";

import { type ReactNode, useRef, useState } from "react";
import { toast } from "sonner";
import type { z } from "zod";
import { rowsWithErrors } from "@/components/features/designs/editor/import/rows-with-errors";
import { Fields } from "@/components/kit/form/fields";
import { FormDialog } from "@/components/kit/form/form-dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { Sending } from "@/components/kit/ui/sending";
import { useGoTo } from "@/components/kit/ui/use-go-to";
import { useSend } from "@/lib/browser/api";
import { CutOffError, describeError } from "@/lib/browser/api-error";
import { useKeepDesign } from "@/lib/browser/designs";
import { formatCount, formatPlural } from "@/lib/browser/format";
import {
	geofenceContentType,
	IMPORT_ACCEPT,
	IMPORT_ENDINGS,
	IMPORT_HINT,
	useImportGeofences,
} from "@/lib/browser/geofences";
import { createDesignBody } from "@/lib/contract/design-bodies";
import type { GeofenceImport } from "@/lib/contract/geofence-import";
import type { DesignType } from "@/lib/contract/primitives";
import { newDesignBody, SET_FIELDS } from "./new-design";

const MAX_REFUSALS = 3;

function refusedInWords(rows: GeofenceImport["refused"], total: number): string {
	const shown = rows.slice(0, MAX_REFUSALS).map(({ line, reason }) => `line ${line}: ${reason.replace(/\.$/, "")}`);
	const rest = total > shown.length ? `; and ${formatCount(total - shown.length)} more` : "";
	return `${rowsWithErrors(total)}: ${shown.join("; ")}${rest}.`;
}

const stoppedInWords = (sent: number) =>
	sent < 1
		? "The design was created. Its set is empty."
		: "The design was created. The import may already have finished; check its set.";

export interface NewDesignDialogProps {
	onClose: () => void;
	/** Absent: the design's editor opens. */
	onCreated?: () => void;
}

/** Creates a design with its first set. */
export function NewDesignDialog({ onClose, onCreated }: NewDesignDialogProps) {
	const goTo = useGoTo();
	const create = useSend("POST /api/designs", { onSuccess: useKeepDesign() });
	const importing = useImportGeofences();
	const [type, setType] = useState<DesignType>("proximity");
	const [share, setShare] = useState(0);
	const [file, setFile] = useState<File | null>(null);
	const [picks, setPicks] = useState(false);
	const cancel = useRef(new AbortController());
	const contentType = file === null ? null : geofenceContentType(file.name);
	const fileProblem = file !== null && contentType === null ? IMPORT_ENDINGS : null;

	const send = async (body: z.input<typeof createDesignBody>) => {
		if (fileProblem !== null) return;
		const created = await create.mutateAsync({ body }).catch(() => null);
		if (created === null) return;
		const set = created.sets[0];
		if (type === "proximity" && file !== null && contentType !== null && set !== undefined) {
			cancel.current = new AbortController();
			const { signal } = cancel.current;
			const { revision } = created;
			let sent = 0;
			const onProgress = (now: number) => {
				sent = now;
				setShare(now);
			};
			onProgress(0);
			// The design exists even if the import fails: its page offers the import again.
			await importing
				.mutateAsync({ design_id: created.id, set_id: set.set_id, revision, file, contentType, onProgress, signal })
				.then(({ accepted_row_count, refused_row_count, refused }) => {
					const taken = `${formatPlural(accepted_row_count, "geofence")} imported`;
					if (refused_row_count === 0) toast.success(taken);
					else toast.warning(taken, { description: refusedInWords(refused, refused_row_count), duration: 20_000 });
				})
				.catch((error: unknown) => {
					if (signal.aborted) toast.warning("Import stopped", { description: stoppedInWords(sent) });
					else if (error instanceof CutOffError) {
						toast.warning("The design was created", { description: error.message, duration: 20_000 });
					} else {
						toast.error("The design was created, but its file was not imported", { description: describeError(error) });
					}
				});
		}
		onClose();
		if (onCreated !== undefined) onCreated();
		else if (picks && type === "proximity" && set !== undefined)
			goTo(`/designs/${created.id}?points_of_interest=${set.set_id}`);
		else goTo(`/designs/${created.id}/edit`);
	};

	const choose = (next: DesignType) => {
		setType(next);
		// The file field disappears or returns empty: no hidden file is imported.
		setFile(null);
	};
	return (
		<FormDialog
			title="New design"
			description="The places or the audience of a campaign."
			action="Create design"
			wide
			stop={importing.isPending ? { name: "Stop import", run: () => cancel.current.abort() } : null}
			fields={[
				{ name: "name", label: "Name", input: { maxLength: 200 } },
				{ kind: "own", render: () => <TypeChoice value={type} onChange={choose} /> },
				type === "audience"
					? { kind: "own", render: () => <p className="text-muted">You build its audience next.</p> }
					: {
							kind: "own",
							names: SET_FIELDS.map(({ name }) => name),
							render: (problems) => (
								<Group name="First set">
									<Fields fields={[SET_FIELDS]} problems={problems} />
									<Field label="Geofences file" optional live error={fileProblem} hint={IMPORT_HINT}>
										{(control) => (
											<input
												{...control}
												type="file"
												accept={IMPORT_ACCEPT}
												onChange={(event) => setFile(event.target.files?.[0] ?? null)}
												className={controlClass()}
											/>
										)}
									</Field>
									<label className="flex items-start gap-2 max-md:min-h-11">
										<input
											type="checkbox"
											checked={picks}
											onChange={({ target }) => setPicks(target.checked)}
											className="mt-0.5 size-4 accent-accent"
										/>
										<span>
											<span className="font-medium">Pick points of interest next</span>
											<span className="block text-muted text-small">
												Such as all pharmacies in a city. No file needed.
											</span>
										</span>
									</label>
								</Group>
							),
						},
				importing.isPending &&
					file !== null && {
						kind: "own",
						render: () => <Sending label="Import" share={share} size={file.size} before="Design created. " />,
					},
			]}
			body={(_, form) => newDesignBody(form)}
			schema={createDesignBody}
			saving={{ isPending: create.isPending || importing.isPending, error: create.error }}
			send={(body) => void send(body)}
			onClose={onClose}
		/>
	);
}

function Group({ name, children }: { name: string; children: ReactNode }) {
	return (
		<fieldset className="grid min-w-0 gap-4 border-line border-t pt-3">
			<legend className="float-start text-muted text-small font-medium">{name}</legend>
			{children}
		</fieldset>
	);
}

const TYPES: { value: DesignType; means: string }[] = [
	{ value: "proximity", means: "People near a place, now." },
	{ value: "audience", means: "Devices by where they've been." },
];

function TypeChoice({ value, onChange }: { value: DesignType; onChange: (type: DesignType) => void }) {
	return (
		<fieldset className="grid gap-1">
			<legend className="mb-1 font-medium">Type</legend>
			<div className="grid gap-2 sm:grid-cols-2">
				{TYPES.map((type) => (
					<label
						key={type.value}
						className="flex gap-2 rounded-md border border-control px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft"
					>
						<input
							type="radio"
							name="type"
							value={type.value}
							checked={value === type.value}
							onChange={() => onChange(type.value)}
							className="mt-1 self-start accent-accent"
						/>
						<span>
							<span className="font-medium">{type.value}</span>
							<span className="block text-muted text-small">{type.means}</span>
						</span>
					</label>
				))}
			</div>
		</fieldset>
	);
}
