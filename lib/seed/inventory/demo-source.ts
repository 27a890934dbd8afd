/** The inventory source of the demo world, usable by everybody. */
export const DEMO_SOURCE = { slug: "acme-mobile", name: "Acme Mobile" } as const;

/** Days before the seed at which it was imported: the builds of the time in between were made from the data of then. */
export const IMPORT_DAYS: readonly number[] = [42, 0.02];
