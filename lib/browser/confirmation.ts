type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;

/** Has `listener` ask the reader who they are, where an answer demands that. Gives its end. */
export function onConfirmationNeeded(listener: Ask): () => void {
	ask = listener;
	return () => {
		if (ask === listener) ask = null;
	};
}

/** Whether the reader has shown who they are; asked once for all requests that wait for it. */
export function confirmed(): Promise<boolean> {
	asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
		asking = null;
	});
	return asking;
}
