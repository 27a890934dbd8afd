import type { DesignType, PriceCpm } from "@/lib/contract/primitives";
import { Prisma } from "@/lib/generated/prisma/client";

type Amount = Prisma.Decimal | null;

/** An amount that a statement gave as text, with all its digits. */
export function amountOf(text: string | null): Amount {
	return text === null ? null : new Prisma.Decimal(text);
}

/** Price in CPM as the contract writes it: a decimal string with at least two decimals. */
export function priceCpmOf(amount: Amount): PriceCpm {
	if (amount === null) return null;
	return { base: amount.decimalPlaces() < 2 ? amount.toFixed(2) : amount.toString() };
}

/** The price of a design: its own, else its organization's for the type (design.md section 4, item 19). */
export function effectivePrice(
	design: { priceCpm: Amount; type: DesignType },
	organization: { priceProximityCpm: Amount; priceAudienceCpm: Amount },
): Amount {
	if (design.priceCpm !== null) return design.priceCpm;
	return design.type === "proximity" ? organization.priceProximityCpm : organization.priceAudienceCpm;
}
