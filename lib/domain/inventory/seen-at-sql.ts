/** How a column of times is written: text, whole numbers since 1970, or a TIMESTAMP in UTC. */
export type TimeForm = "text" | "number" | "timestamp";

/** The form that nearly all files have; it is read without being taken apart. */
const PLAIN = "\\d{4}-\\d{2}-\\d{2}([T ]\\d{2}:\\d{2}:\\d{2}([.]\\d{1,6})?Z?)?";
const NUMBER = "\\d+";
/** Epoch seconds of the first day of 2005. */
const IN_2005 = 1_104_537_600;
/** Cells of workbooks that hold a date are written with slashes. */
const DATE = "(\\d{4}-\\d\\d-\\d\\d|\\d{4}/\\d\\d/\\d\\d|\\d{8})";
const TIME = "(\\d\\d)(?::?(\\d\\d)(?::?(\\d\\d)(?:[.,](\\d{1,12}))?)?)?";
const OFFSET = " *(?:Z|UTC|GMT|([+\\x{2212}-](?:0\\d|1[0-4])(?::?[0-5]\\d)?))";
/** ISO 8601, extended and basic; a date without hyphens alone would be a number. */
const ISO_8601 = `^(?i)${DATE}(?:(?:T| +)${TIME}(?:${OFFSET})?)?$`;
const PARTS = "['date', 'hour', 'minute', 'second', 'fraction', 'shift']";

/** SQL for the parts of a text that is not in the plain form, for `seenAtSql`. */
export function timePartsSql(sql: string, form: TimeForm): string {
	if (form !== "text") return "NULL";
	return `CASE WHEN NOT regexp_full_match(${sql}, '${PLAIN}|${NUMBER}') THEN regexp_extract(${sql}, '${ISO_8601}', ${PARTS}) END`;
}

/**
 * SQL for a `seen_at` as a TIMESTAMP in UTC, null when it is no time: ISO 8601, UTC without a zone,
 * or epoch seconds, milliseconds or microseconds as a whole number.
 * @param parts the column of `timePartsSql`
 */
export function seenAtSql(sql: string, form: TimeForm, parts: string): string {
	if (form === "timestamp") return sql;
	if (form === "number") return epochSql(sql);
	const part = (name: string) => `coalesce(nullif(${parts}.${name}, ''), '00')`;
	const date = `regexp_replace(replace(${parts}.date, '/', '-'), '^(\\d{4})(\\d\\d)(\\d\\d)$', '\\1-\\2-\\3')`;
	const time = `${part("hour")} || ':' || ${part("minute")} || ':' || ${part("second")} || '.' || left(${part("fraction")}, 6)`;
	const shift = `replace(${parts}.shift, chr(8722), '-')`;
	// In UTC, the zone of every connection, where the text names none.
	const shifted = `TRY_CAST(${date} || ' ' || ${time} || ${shift} AS TIMESTAMPTZ) AT TIME ZONE 'UTC'`;
	return `CASE WHEN ${parts} IS NOT NULL THEN ${shifted}
		WHEN ${isNumberSql(sql, form)} THEN CASE WHEN NOT starts_with(${sql}, '0') THEN ${epochSql(`TRY_CAST(${sql} AS BIGINT)`)} END
		ELSE TRY_CAST(${sql} AS TIMESTAMP) END`;
}

/** SQL for whether a `seen_at` is a whole number, whose size decides its unit. */
export function isNumberSql(sql: string, form: TimeForm): string {
	if (form === "text") return `regexp_full_match(${sql}, '${NUMBER}')`;
	return form === "number" ? `${sql} IS NOT NULL` : "false";
}

/**
 * Which unit an epoch number has shows in its size, from 2005 on. Smaller numbers are dates without
 * hyphens: 202405011200 milliseconds would be a day of 1976.
 */
function epochSql(number: string): string {
	return `CASE WHEN ${number} BETWEEN ${IN_2005} AND 99999999999 THEN make_timestamp(${number} * 1000000)
		WHEN ${number} BETWEEN ${IN_2005}000 AND 99999999999999 THEN make_timestamp(${number} * 1000)
		WHEN ${number} BETWEEN ${IN_2005}000000 AND 99999999999999999 THEN make_timestamp(${number}) END`;
}
