"use client";

import { FileUp } from "lucide-react";
import { type ClipboardEvent, type DragEvent, useEffect, useRef, useState } from "react";
import { cx } from "@/components/kit/ui/cx";
import { controlClass, Field } from "@/components/kit/ui/field";
import { IMPORT_ACCEPT, IMPORT_ENDINGS, IMPORT_HINT } from "@/lib/browser/geofences";
import { isolate } from "@/lib/rules/text/isolate";
import { type ImportSource, sourceOfFile, sourceOfText } from "./import-source";

export interface SourceFieldProps {
	chosen: ImportSource | null;
	disabled: boolean;
	/** Null while text is typed, since the earlier source no longer applies. */
	onSource: (source: ImportSource | null) => void;
	onProblem: (problem: string) => void;
}

/** Milliseconds without typing before text is read, as unfinished text has errors. */
const PAUSE_MS = 400;

/** The source of an import: a selected or dropped file, or pasted text. */
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
		if (source === null) onProblem(IMPORT_ENDINGS);
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
		// The text may be megabytes, so it is read by the worker and never shown.
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
				{chosen === null ? "Drop a file here, select one, or paste text." : `Selected: ${isolate(chosen.name)}`}
			</p>
			<Field label="File" hint={IMPORT_HINT}>
				{(control) => (
					<input
						{...control}
						type="file"
						accept={IMPORT_ACCEPT}
						disabled={disabled}
						// The same file can be selected again once fixed.
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
						placeholder="A table, coordinates, a map link, WKT, or: Alexanderplatz 300 m"
						spellCheck={false}
						onPaste={paste}
						onChange={(event) => {
							// Typed, or inserted by a tool without a paste event.
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
