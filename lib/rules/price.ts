/** An amount as a Prisma decimal or as text, with the four decimals of the column. */
export type Amount = { toFixed(decimals: number): string } | string;

/** Price in CPM in the contract's form: a decimal string with at least two decimals. */
export function priceCpmOf(amount: Amount | null): { base: string } | null {
	if (amount === null) return null;
	const digits = typeof amount === "string" ? amount : amount.toFixed(4);
	return { base: digits.replace(/(\.\d\d\d*?)0+$/, "$1") };
}

/** A design's own price, else its organization's for the type (docs/contract.md, Design). */
export function effectivePrice<Price extends Amount>(
	design: { price_cpm: Price | null; type: "proximity" | "audience" },
	organization: { price_proximity_cpm: Price | null; price_audience_cpm: Price | null },
): Price | null {
	if (design.price_cpm !== null) return design.price_cpm;
	return design.type === "proximity" ? organization.price_proximity_cpm : organization.price_audience_cpm;
}
