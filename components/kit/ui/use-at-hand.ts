import { useEffect } from "react";

const REST = 1_500;

/**
 * Loads a page's dialogs once it is idle, so that they are ready without delaying its first load.
 * `parts` must be the same array at each render.
 */
export function useAtHand(parts: readonly { load: () => Promise<unknown> }[]): void {
	useEffect(() => {
		const timer = setTimeout(() => {
			for (const { load } of parts) load().catch(() => undefined);
		}, REST);
		return () => clearTimeout(timer);
	}, [parts]);
}
