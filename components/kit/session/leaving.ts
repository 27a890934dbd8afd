type Ask = (go: () => void) => void;

let guard: Ask | null = null;

/** Lets `ask` decide whether the page may be left, until the returned function is called. */
export function guardLeaving(ask: Ask): () => void {
	guard = ask;
	return () => {
		if (guard === ask) guard = null;
	};
}

/** Whether there is unsaved work on the page. */
export const isLeavingGuarded = (): boolean => guard !== null;

/**
 * Leaves the page by `go`, which is no link: at once, or once the user agrees to lose unsaved work.
 */
export function leaveBy(go: () => void): void {
	if (guard === null) go();
	else guard(go);
}
