import { useKeysHeldBack, useShortcuts } from "@/components/kit/keyboard/shortcuts";

/** The key that creates an object of the page's list. */
export const NEW_KEY = "n";

/**
 * Lets {@link NEW_KEY} run the page's first button. `does` describes it as a command; null if the
 * reader may not. `open`: the dialog is open or loading, and receives the keys.
 */
export function useNewKey(does: string | null, run: () => void, open: boolean): void {
	useShortcuts("The list", does === null ? [] : [{ keys: [NEW_KEY], does, run }]);
	useKeysHeldBack(open);
}
