import { useEffect } from "react";

const REST = 1_500;

/**
 * Loads the dialogs of a page once it has come to rest: they are no part of its first load, and
 * there by the time that somebody asks for one. `parts` is the same array at each render.
 */
export function useAtHand(parts: readonly { load: () => Promise<unknown> }[]): void {
	useEffect(() => {
		const timer = setTimeout(() => {
			for (const { load } of parts) load().catch(() => undefined);
		}, REST);
		return () => clearTimeout(timer);
	}, [parts]);
}
