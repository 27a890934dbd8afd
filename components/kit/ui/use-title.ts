import { useEffect } from "react";

/**
 * Names the browser's tab after the one thing that the page is about, once its name is known:
 * several tabs are told apart.
 */
export function useTitle(name: string | undefined): void {
	useEffect(() => {
		if (name !== undefined) document.title = `${name} · Targeting Service`;
	}, [name]);
}
