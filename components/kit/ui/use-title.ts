import { useEffect } from "react";
import { isolate } from "@/lib/rules/text/isolate";

/**
 * Names the browser's tab after the one thing that the page is about, once its name is known:
 * several tabs are told apart.
 */
export function useTitle(name: string | undefined): void {
	useEffect(() => {
		if (name !== undefined) document.title = `${isolate(name)} · Targeting Service`;
	}, [name]);
}
