import type { RuleConditions, WantedConditions } from "@/lib/contract/activation-rule";
import type { Prisma } from "@/lib/generated/prisma/client";
import { knownTimeZone } from "@/lib/rules/time/zoned-day";

/** The conditions of a rule as its row keeps them. */
export interface StoredConditions extends Omit<RuleConditions, "organizations"> {
	readonly organizationIds: readonly string[] | null;
}

/** The conditions for a row. */
export function conditionsToStore(
	{ organizations: _, ...wanted }: WantedConditions,
	organizationIds: readonly string[] | null,
): StoredConditions & Prisma.InputJsonObject {
	// Without the exact types of JSON, which has no readonly arrays.
	return JSON.parse(JSON.stringify({ ...wanted, organizationIds }));
}

/** The conditions of a row. */
export function storedConditions({ conditions }: { readonly conditions: Prisma.JsonValue }): StoredConditions {
	const stored = conditions as unknown as StoredConditions;
	return { ...stored, time_zone: knownTimeZone(stored.time_zone) };
}
