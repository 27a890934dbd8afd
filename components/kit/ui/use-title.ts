import { useLayoutEffect } from "react";
import { isolate } from "@/lib/rules/text/isolate";

/**
 * Names the browser's tab after an object, once its name is known. Next takes over the page's own
 * title later than the page, and would put that back.
 */
export function useTitle(name: string | undefined): void {
	// By the end of a commit the title of the next page is there already.
	useLayoutEffect(() => {
		if (name === undefined) return;
		// As a document gives it back.
		const title = `${isolate(name)} · Targeting Service`.replaceAll(/[\t\n\f\r ]+/g, " ");
		const set = () => {
			if (!document.title.endsWith(title)) document.title = title;
		};
		set();
		const observer = new MutationObserver(set);
		observer.observe(document.head, { childList: true, subtree: true, characterData: true });
		return () => observer.disconnect();
	}, [name]);
}
