import { useEffect, useRef } from "react";
import { type ImportSource, sourceOfFile, sourceOfText } from "./import-source";

/** Where pasted text belongs, or what is open above the page. */
const TAKEN = "input, textarea, select, [contenteditable], [role=dialog]";

/** Calls back with a list, positions or a file that are pasted onto the page, and not into a field. */
export function usePaste(onPaste: ((source: ImportSource) => void) | null): void {
	const latest = useRef(onPaste);
	useEffect(() => {
		latest.current = onPaste;
	});
	useEffect(() => {
		const paste = (event: ClipboardEvent) => {
			const { target, clipboardData } = event;
			const isTaken = target instanceof Element && target.closest(TAKEN) !== null;
			if (latest.current === null || isTaken || document.querySelector("[role=dialog]") !== null) return;
			const file = clipboardData?.files[0];
			const source = file === undefined ? sourceOfText(clipboardData?.getData("text") ?? "") : sourceOfFile(file);
			if (source === null) return;
			event.preventDefault();
			latest.current(source);
		};
		document.addEventListener("paste", paste);
		return () => document.removeEventListener("paste", paste);
	}, []);
}
