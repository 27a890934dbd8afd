type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;

/**
 * Registers the listener that confirms the session where an answer demands it. Returns the function
 * that removes it.
 */
export function onConfirmationNeeded(listener: Ask): () => void {
	ask = listener;
	return () => {
		if (ask === listener) ask = null;
	};
}

/** Whether the reader has confirmed the session; asked once for all waiting requests. */
export function confirmed(): Promise<boolean> {
	asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
		asking = null;
	});
	return asking;
}
