const LONGEST = 63;

/** A slug made of a name: what is no letter or digit of the plain alphabet becomes a hyphen, accents are dropped. */
export const slugOf = (name: string): string =>
	name
		.normalize("NFKD")
		.replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, "")
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, "-")
		.replace(/^-/, "")
		.slice(0, LONGEST)
		.replace(/-$/, "");
