import { useEffect, useState } from "react";

const CONFIRMATION_MS = 1_500;

/**
 * Puts a text into the clipboard; false where the browser forbids that, as on plain HTTP from
 * another machine.
 */
export async function copyText(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		return false;
	}
}

/** Copies, and confirms so for a moment. `copy` returns false where the browser forbids it. */
export function useCopy(): { copied: boolean; copy: (text: string) => Promise<boolean> } {
	const [copied, setCopied] = useState(false);
	useEffect(() => {
		if (!copied) return;
		const timer = setTimeout(() => setCopied(false), CONFIRMATION_MS);
		return () => clearTimeout(timer);
	}, [copied]);
	const copy = async (text: string) => {
		const done = await copyText(text);
		if (done) setCopied(true);
		return done;
	};
	return { copied, copy };
}
