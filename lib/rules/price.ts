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
	design: { priceCpm: Price | null; type: "proximity" | "audience" },
	organization: { priceProximityCpm: Price | null; priceAudienceCpm: Price | null },
): Price | null {
	if (design.priceCpm !== null) return design.priceCpm;
	return design.type === "proximity" ? organization.priceProximityCpm : organization.priceAudienceCpm;
}
