import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { REPLACED, UNIQUE_WITHIN } from "./text-columns";

/** Where something was found; without a column whole rows were deleted or rewritten. */
export interface Place {
	readonly table: string;
	readonly column: string | null;
	readonly rows: number;
}

/** What is replaced, as whole words and in any case. */
export interface SoughtValues {
	/** E-mails, and the person's names at other services. */
	readonly addresses: readonly string[];
	/** Full names: the words of each in order, with blanks or a comma and the like between them. */
	readonly names: readonly (readonly string[])[];
}

/** Patterns of regular expressions, for texts and for JSON with its escapes. */
export interface Patterns {
	readonly text: string;
	readonly json: string;
}

/**
 * Replaces e-mails and names in every column of {@link REPLACED}. It reads whole tables, so it is
 * for what happens rarely.
 */
export async function replaceEverywhere(tx: Transaction, patterns: Patterns, replacement: string): Promise<Place[]> {
	const types = await tx.$queryRaw<{ table: string; column: string; type: string }[]>`
		SELECT table_name AS "table", column_name AS "column", data_type AS type FROM information_schema.columns
		WHERE table_schema = current_schema()`;
	const typeOf = new Map(types.map(({ table, column, type }) => [`${table}.${column}`, type]));
	const places: Place[] = [];
	for (const [table, columns] of Object.entries(REPLACED)) {
		for (const column of columns) {
			const type = typeOf.get(`${table}.${column}`) ?? "";
			const rows = await replaceIn(tx, { table, column, type }, patterns, replacement);
			if (rows > 0) places.push({ table, column, rows });
		}
	}
	return places;
}

async function replaceIn(
	tx: Transaction,
	{ table, column, type }: { readonly table: string; readonly column: string; readonly type: string },
	{ text, json }: Patterns,
	replacement: string,
): Promise<number> {
	const [name, cell] = [Prisma.raw(`"${table}"`), Prisma.raw(`"${column}"`)];
	const sought = type.startsWith("json") ? json : text;
	const replaced = (value: Prisma.Sql) => Prisma.sql`regexp_replace(${value}, ${sought}, ${replacement}, 'gi')`;
	if (type === "ARRAY")
		return tx.$executeRaw`
			UPDATE ${name} SET ${cell} = ARRAY(SELECT value FROM (SELECT ${replaced(Prisma.sql`e`)} AS value, number
				FROM unnest(${cell}) WITH ORDINALITY AS t(e, number)) AS f GROUP BY value ORDER BY min(number))
			WHERE EXISTS (SELECT FROM unnest(${cell}) AS e WHERE e ~* ${sought})`;
	if (type.startsWith("json"))
		return tx.$executeRaw`UPDATE ${name} SET ${cell} = ${replaced(Prisma.sql`${cell}::text`)}::jsonb WHERE ${cell}::text ~* ${sought}`;
	const within = UNIQUE_WITHIN[`${table}.${column}`];
	if (within === undefined)
		return tx.$executeRaw`UPDATE ${name} SET ${cell} = ${replaced(cell)} WHERE ${cell} ~* ${sought}`;
	// Two spellings become one: all but the first get a number.
	return tx.$executeRaw`
		UPDATE ${name} AS r SET ${cell} = n.value || CASE n.number WHEN 1 THEN '' ELSE ' ' || n.number END
		FROM (SELECT place, value, row_number() OVER (PARTITION BY ${Prisma.raw(within)}, value ORDER BY place) AS number
			FROM (SELECT *, ctid AS place, ${replaced(cell)} AS value FROM ${name} WHERE ${cell} ~* ${sought}) AS f) AS n
		WHERE r.ctid = n.place`;
}

/** @returns patterns that find any of the values */
export function patternsOf({ addresses, names }: SoughtValues): Patterns {
	const inJson = (value: string) => JSON.stringify(value).slice(1, -1);
	const pattern = (asIn: (value: string) => string) =>
		[
			...addresses.map((address) => `${ADDRESS_BEGIN}${escapePattern(asIn(address))}${ADDRESS_END}`),
			...names.map(
				(words) => `${NAME_BEGIN}${words.map((word) => escapePattern(asIn(word))).join(BETWEEN)}${NAME_END}`,
			),
		].join("|");
	return { text: pattern((value) => value), json: pattern(inJson) };
}

/** In JSON the letter of an escaped line break may stand before a value. */
const AFTER_ESCAPE = String.raw`(?<=\\[bfnrt])`;
/** Of whole e-mails: that of somebody else may end or begin with one. */
const ADDRESS_BEGIN = String.raw`(?:(?<![\w.+-])|${AFTER_ESCAPE})`;
const ADDRESS_END = String.raw`(?![\w-]|\.\w)`;
/** Of whole names, in the query of a saved view too, where digits encode what stands before them. */
const NAME_BEGIN = `(?:(?<![[:alnum:]])|(?<=%[0-9A-F]{2})|${AFTER_ESCAPE})`;
const NAME_END = "(?![[:alnum:]])";
const BETWEEN = String.raw`(?:[\s\u00a0\u202f,;_+-]|\\[nrt]|%20|%2C|%C2%A0)+`;
const escapePattern = (text: string) => text.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&");

/**
 * Empties fields that hold one of a person's names alone, in answers that are kept for repeats and in
 * messages that were sent, where they mention one of the accounts.
 */
export async function emptyNameFields(tx: Transaction, accountIds: readonly string[]): Promise<Place[]> {
	const field = String.raw`"(first_name|last_name)":\s*"(?:[^"\\]|\\.)*"`;
	const places: Place[] = [];
	for (const [table, column] of [
		["idempotency_records", "body"],
		["webhook_deliveries", "payload"],
	] as const) {
		const [name, cell] = [Prisma.raw(table), Prisma.raw(column)];
		const rows = await tx.$executeRaw`
			UPDATE ${name} SET ${cell} = regexp_replace(${cell}, ${field}, '"\\1":""', 'g')
			WHERE ${cell} ~ ${accountIds.join("|")} AND ${cell} ~ ${field}`;
		if (rows > 0) places.push({ table, column, rows });
	}
	return places;
}
