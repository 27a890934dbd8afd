const LONGEST = 63;

/**
 * Derives a slug from a name: accents are dropped, other characters than a-z and digits become
 * hyphens.
 */
export const slugOf = (name: string): string =>
	name
		.normalize("NFKD")
		.replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, "")
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, "-")
		.replace(/^-/, "")
		.slice(0, LONGEST)
		.replace(/-$/, "");
