/** Marks a dialog that opens automatically and that only its own actions close. */
export const INTERRUPTS = { "data-interrupts": "" } as const;

/**
 * Whether an element is part of such a dialog: focus there leaves unfinished input below as it is.
 */
export const isInterruption = (target: EventTarget | null): boolean =>
	target instanceof Element && target.closest("[data-interrupts]") !== null;
