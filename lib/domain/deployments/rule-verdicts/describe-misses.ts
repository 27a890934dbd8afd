import type { RuleMiss } from "@/lib/contract/activation-rule";
import { type Miss, missWords } from "@/lib/contract/sentences/rule-misses";
import { nameOfUser } from "@/lib/domain/access/load-people";
import type { Prisma } from "@/lib/generated/prisma/client";

/** Columns of a rule's author that misses need for the name. */
export const namedAuthor = { email: true, first_name: true, last_name: true } satisfies Prisma.UserSelect;
type Author = Prisma.UserGetPayload<{ select: typeof namedAuthor }>;

/** The misses of a verdict's row, each with its words, and the rule's author by name. */
export function describeMisses(misses: Prisma.JsonValue, author: Author): RuleMiss[] {
	if (!Array.isArray(misses)) return [];
	// Written by this service alone.
	return (misses as unknown as Miss[]).map((stored) => {
		const miss = withName(stored, author);
		return { code: miss.code, message: missWords(miss), figures: { ...miss.figures } };
	});
}

/** The rule may have had another author when the miss was stored. */
function withName(miss: Miss, author: Author): Miss {
	if (!("author" in miss.figures) || miss.figures.author !== author.email) return miss;
	return { ...miss, figures: { ...miss.figures, author: nameOfUser(author) } } as Miss;
}
