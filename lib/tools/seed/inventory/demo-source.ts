/** The inventory source of the demo world, usable by everybody. */
export const DEMO_SOURCE = { slug: "acme-mobile", name: "Acme Mobile" } as const;

/** Devices of its newest data, unless the seed is told otherwise. */
export const DEMO_DEVICES = 100_000;

/**
 * Days before the seed at which it was imported, and the share of its devices that it had then: the builds of the time in
 * between were made from the data of then.
 */
export const IMPORTS: readonly { readonly day: number; readonly share: number }[] = [
	{ day: 91.6, share: 0.2 },
	{ day: 42, share: 0.5 },
	{ day: 0.02, share: 1 },
];
