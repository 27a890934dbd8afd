import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { replacedColumns, type TextColumn, UNIQUE_WITHIN } from "./text-columns";

/** Where something was found; without a column whole rows were deleted or rewritten. */
export interface Place {
	readonly table: string;
	readonly column: string | null;
	readonly rows: number;
}

/** The values to replace, as whole words and in any case. */
export interface SoughtValues {
	readonly addresses: readonly string[];
	/** Full names: the words of each in order, whatever stands between them. */
	readonly names: readonly (readonly string[])[];
}

/** Patterns of regular expressions, for texts and for JSON with its escapes. */
export interface Patterns {
	readonly text: string;
	readonly json: string;
}

/** Texts that are JSON. */
const JSON_TEXTS: ReadonlySet<string> = new Set(["idempotency_records.body", "webhook_deliveries.payload"]);

/**
 * Replaces e-mails and names in all {@link replacedColumns}. It reads whole tables, so it must run
 * rarely.
 */
export async function replaceEverywhere(tx: Transaction, patterns: Patterns, replacement: string): Promise<Place[]> {
	const places: Place[] = [];
	for (const replaced of await replacedColumns(tx)) {
		const { table, column, type } = replaced;
		const isJson = type.startsWith("json") || JSON_TEXTS.has(`${table}.${column}`);
		const rows = await replaceIn(tx, replaced, isJson ? patterns.json : patterns.text, replacement);
		if (rows > 0) places.push({ table, column, rows });
	}
	return places;
}

async function replaceIn(
	tx: Transaction,
	{ table, column, type }: TextColumn,
	pattern: string,
	replacement: string,
): Promise<number> {
	const [name, cell] = [Prisma.raw(`"${table}"`), Prisma.raw(`"${column}"`)];
	const replaced = (value: Prisma.Sql) => Prisma.sql`regexp_replace(${value}, ${pattern}, ${replacement}, 'gi')`;
	if (type === "ARRAY")
		return tx.$executeRaw`
			UPDATE ${name} SET ${cell} = ARRAY(SELECT value FROM (SELECT ${replaced(Prisma.sql`e`)} AS value, number
				FROM unnest(${cell}) WITH ORDINALITY AS t(e, number)) AS f GROUP BY value ORDER BY min(number))
			WHERE EXISTS (SELECT FROM unnest(${cell}) AS e WHERE e ~* ${pattern})`;
	if (type.startsWith("json"))
		return tx.$executeRaw`UPDATE ${name} SET ${cell} = ${replaced(Prisma.sql`${cell}::text`)}::jsonb WHERE ${cell}::text ~* ${pattern}`;
	const within = UNIQUE_WITHIN[`${table}.${column}`];
	if (within === undefined)
		return tx.$executeRaw`UPDATE ${name} SET ${cell} = ${replaced(cell)} WHERE ${cell} ~* ${pattern}`;
	// Spellings that become one: all but the first get a mark, which no other text has.
	return tx.$executeRaw`
		UPDATE ${name} AS r SET ${cell} = n.value || CASE n.number WHEN 1 THEN '' ELSE ' ' || left(md5(n.earlier), 6) END
		FROM (SELECT place, value, earlier,
				row_number() OVER (PARTITION BY ${Prisma.raw(within)}, value ORDER BY earlier COLLATE "C") AS number
			FROM (SELECT *, ctid AS place, ${cell} AS earlier, ${replaced(cell)} AS value FROM ${name}
				WHERE ${cell} ~* ${pattern} FOR UPDATE) AS f) AS n
		WHERE r.ctid = n.place`;
}

/** @returns patterns that find any of the values */
export const patternsOf = (sought: SoughtValues): Patterns => ({
	text: patternOf(sought, TEXT),
	json: patternOf(sought, JSON_TEXT),
});

/** How values stand in a kind of text. */
interface Writing {
	readonly write: (value: string) => string;
	/** May stand before a value, although it looks like a part of it. */
	readonly begin: (partOfValue: string) => string;
	/** Stands after a value. */
	readonly end: string;
	/** Matches characters other than letters and digits. */
	readonly mark: string;
}

const TEXT: Writing = {
	write: (value) => value,
	begin: (partOfValue) => `(?<![${partOfValue}])`,
	end: "",
	mark: "[^[:alnum:]]",
};
/** A backslash begins an escape, whose letter is no part of a value; the name of a field is none either. */
const JSON_TEXT: Writing = {
	write: (value) => JSON.stringify(value).slice(1, -1),
	begin: (partOfValue) => String.raw`(?:(?<![\\${partOfValue}])|(?<=\\[bfnrt"/])|(?<=[^\\]\\\\))`,
	end: '(?!":)',
	mark: String.raw`(?:[^[:alnum:]"\\]|\\["\\/bfnrt])`,
};

/**
 * Matches whole e-mails, as a longer address may contain one, and names with any marks between
 * their words. Queries of saved views encode both, and an encoded character before them may end in
 * digits.
 */
function patternOf({ addresses, names }: SoughtValues, { write, begin, end, mark }: Writing): string {
	const escaped = (value: string) => write(value).replace(/[\\^$.|?*+()[\]{}]/g, "\\$&");
	const encodings = [...new Set(addresses.flatMap((address) => [encodeURIComponent(address), formEncoded(address)]))];
	const ofAddresses = [
		[begin(String.raw`\w.+-`), addresses],
		[`(?:${begin(String.raw`\w.-`)}|${AFTER_ENCODED})`, encodings.filter((address) => !addresses.includes(address))],
	] as const;
	const between = `(?:${mark}|%[0-9A-F]{2}){1,9}`;
	const beginOfName = `(?:${begin("@[:alnum:]")}|${AFTER_ENCODED})`;
	return [
		...ofAddresses.flatMap(([before, values]) =>
			values.map((address) => String.raw`${before}${escaped(address)}(?![\w-]|\.\w)${end}`),
		),
		// Another person's e-mail may contain the name.
		...names.map(
			(words) => String.raw`${beginOfName}${words.map(escaped).join(between)}(?![[:alnum:]]|[\w.+-]*@)${end}`,
		),
	].join("|");
}

const AFTER_ENCODED = "(?<=%[0-9A-F]{2})";
/** As the pages write the queries of views. */
const formEncoded = (value: string) => new URLSearchParams([["", value]]).toString().slice(1);

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
