import type { RuleMiss } from "@/lib/contract/activation-rule";
import { type Miss, missWords } from "@/lib/contract/sentences/rule-misses";
import type { Prisma } from "@/lib/generated/prisma/client";

/** The misses of a verdict's row, each with its words. */
export function describeMisses(misses: Prisma.JsonValue): RuleMiss[] {
	if (!Array.isArray(misses)) return [];
	// Written by this service alone.
	return (misses as unknown as Miss[]).map((miss) => ({
		code: miss.code,
		message: missWords(miss),
		figures: { ...miss.figures },
	}));
}
