import { useEffect } from "react";
import { isolate } from "@/lib/rules/text/isolate";

/** Names the browser's tab after the page's object once it is known, to distinguish tabs. */
export function useTitle(name: string | undefined): void {
	useEffect(() => {
		if (name !== undefined) document.title = `${isolate(name)} · Targeting Service`;
	}, [name]);
}
