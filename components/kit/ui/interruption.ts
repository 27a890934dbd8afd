/**
 * Marks a dialog that no press of the reader opened and that only its own actions close: what is
 * below it waits.
 */
export const INTERRUPTS = { "data-interrupts": "" } as const;

/**
 * Whether something is part of such a dialog: where the focus goes there, what is half-typed below
 * is left neither done nor undone.
 */
export const isInterruption = (target: EventTarget | null): boolean =>
	target instanceof Element && target.closest("[data-interrupts]") !== null;
