"use client";

import { FileUp } from "lucide-react";
import { type ClipboardEvent, type DragEvent, useEffect, useRef, useState } from "react";
import { cx } from "@/components/kit/ui/cx";
import { controlClass, Field } from "@/components/kit/ui/field";
import { IMPORT_ACCEPT } from "@/lib/browser/geofences";
import { type ImportSource, sourceOfFile, sourceOfText } from "./recognise";

export interface SourceFieldProps {
	chosen: ImportSource | null;
	disabled: boolean;
	/** Null while text is typed: what was read before it does not stand any more. */
	onSource: (source: ImportSource | null) => void;
	onProblem: (problem: string) => void;
}

/** How long after a key typed text is read: not with every letter, each of which would be found wanting. */
const PAUSE_MS = 400;

const ENDINGS = "The file's name must end in .geojson, .json, .ndjson, .csv or .tsv.";

/** Where geofences to import come from: a file that is chosen or dropped, or text that is pasted. */
export function SourceField({ chosen, disabled, onSource, onProblem }: SourceFieldProps) {
	const [over, setOver] = useState(false);
	const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
	useEffect(() => () => clearTimeout(pause.current), []);
	const take = (source: ImportSource) => {
		clearTimeout(pause.current);
		onSource(source);
	};
	const takeFile = (file: File | undefined) => {
		if (file === undefined || disabled) return;
		const source = sourceOfFile(file);
		if (source === null) onProblem(ENDINGS);
		else take(source);
	};
	const drop = (event: DragEvent) => {
		event.preventDefault();
		setOver(false);
		takeFile(event.dataTransfer.files[0]);
	};
	const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
		const file = event.clipboardData.files[0];
		const source = file === undefined ? sourceOfText(event.clipboardData.getData("text")) : sourceOfFile(file);
		if (source === null || disabled) return;
		// The text may be megabytes: it is read by the worker, and never shown.
		event.preventDefault();
		take(source);
	};
	return (
		<section
			aria-label="Geofences to import"
			onDragOver={(event) => {
				event.preventDefault();
				setOver(true);
			}}
			onDragLeave={() => setOver(false)}
			onDrop={drop}
			className={cx(
				"grid grid-cols-1 gap-3 rounded-md border border-dashed p-3",
				over ? "border-accent bg-accent-soft" : "border-control",
			)}
		>
			<p className="flex items-center gap-2">
				<FileUp aria-hidden className="size-4 text-muted" />
				{chosen === null ? "Drop a file here, choose one, or paste text." : `Chosen: ${chosen.name}`}
			</p>
			<Field
				label="File"
				hint="GeoJSON, newline-delimited GeoJSON, CSV or TSV with latitude, longitude and, optionally, radius (metres) and name."
			>
				{(control) => (
					<input
						{...control}
						type="file"
						accept={IMPORT_ACCEPT}
						disabled={disabled}
						// The same file, mended, can be chosen again.
						onClick={(event) => {
							event.currentTarget.value = "";
						}}
						onChange={(event) => takeFile(event.target.files?.[0])}
						className={controlClass()}
					/>
				)}
			</Field>
			<Field label="Or paste">
				{(control) => (
					<textarea
						{...control}
						rows={2}
						disabled={disabled}
						placeholder="latitude,longitude,radius,name …"
						spellCheck={false}
						onPaste={paste}
						onChange={(event) => {
							// Typed by hand, or put here by a tool that does not paste.
							const source = sourceOfText(event.target.value);
							onSource(null);
							clearTimeout(pause.current);
							if (source !== null) pause.current = setTimeout(() => onSource(source), PAUSE_MS);
						}}
						className={controlClass("font-mono")}
					/>
				)}
			</Field>
		</section>
	);
}
