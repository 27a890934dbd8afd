/** The inventory source of the demo world, which every organization can use. */
export const DEMO_SOURCE = { slug: "acme-mobile", name: "Acme Mobile" } as const;

/** Default number of devices in its newest data. */
export const DEMO_DEVICES = 100_000;

/** Imports in days before the seed, with their share of the devices. */
export const IMPORTS: readonly { readonly day: number; readonly share: number }[] = [
	{ day: 91.6, share: 0.2 },
	{ day: 42, share: 0.5 },
	{ day: 0.02, share: 1 },
];
