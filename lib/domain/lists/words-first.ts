import { Prisma } from "@/lib/generated/prisma/client";
import { type SearchedWords, searchCondition } from "./search-condition";

/** Beyond it, their words do not tell designs apart. */
const MOST_FEW = 1_000;

/** The designs with some words, for rows that are found by something else, such as a target: nothing tells the planner which are fewer. */
export interface DesignsWithWords {
	/**
	 * Whether they are few, which is found out once for a whole statement: of a part that is not asked for nothing is read. It looks at all
	 * designs, so it may only choose between two parts that have the same rows: what they count together does not depend on it.
	 */
	readonly areFew: Prisma.Sql;
	/** To compare a design's id with, where they are. */
	readonly anyOfFew: Prisma.Sql;
}

/** @param search on the alias `d` */
export function designsWithWords(search: SearchedWords): DesignsWithWords {
	const found = Prisma.sql`SELECT d.id FROM designs d WHERE ${searchCondition(search, "of many")} LIMIT ${Prisma.raw(`${MOST_FEW + 1}`)}`;
	return {
		areFew: Prisma.sql`(SELECT count(*) FROM (${found}) found) <= ${Prisma.raw(`${MOST_FEW}`)}`,
		anyOfFew: Prisma.sql`ANY (ARRAY(${found}))`,
	};
}
