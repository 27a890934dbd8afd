import { useKeysHeldBack, useShortcuts } from "@/components/kit/keyboard/shortcuts";

/** The key that asks for one more of what a page lists. */
export const NEW_KEY = "n";

/**
 * Lets {@link NEW_KEY} do what the page's first button does: `does` is that as a command, null
 * where the reader may not. `open`: the dialog is there or on its way, and what is typed is meant
 * for it.
 */
export function useNewKey(does: string | null, run: () => void, open: boolean): void {
	useShortcuts("The list", does === null ? [] : [{ keys: [NEW_KEY], does, run }]);
	useKeysHeldBack(open);
}
