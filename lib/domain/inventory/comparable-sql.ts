/** Default-ignorable code points for RE2, which has no such property (a test compares them). */
const INVISIBLE =
	"\\x{ad}\\x{34f}\\x{61c}\\x{115f}\\x{1160}\\x{17b4}\\x{17b5}\\x{180b}-\\x{180f}\\x{200b}-\\x{200f}\\x{202a}-\\x{202e}" +
	"\\x{2060}-\\x{206f}\\x{3164}\\x{fe00}-\\x{fe0f}\\x{feff}\\x{ffa0}\\x{fff0}-\\x{fff8}\\x{1bca0}-\\x{1bca3}" +
	"\\x{1d173}-\\x{1d17a}\\x{e0000}-\\x{e0fff}";
/** The characters beyond ASCII that `trim` of JavaScript removes. */
const BLANK =
	"\\x{9}-\\x{d}\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";
const ASCII_BLANK = "chr(32) || chr(9) || chr(10) || chr(11) || chr(12) || chr(13)";

/** SQL for a text that is ASCII: as many bytes as characters. */
const isAscii = (sql: string) => `strlen(${sql}) = length(${sql})`;

/** SQL that trims a text as JavaScript does. */
export function trimmedSql(sql: string): string {
	return `CASE WHEN ${isAscii(sql)} THEN trim(${sql}, ${ASCII_BLANK})
		ELSE regexp_replace(${sql}, '^[${BLANK}]+|[${BLANK}]+$', '', 'g') END`;
}

/** SQL of `comparableText` (lib/formats); the fast path is for the many texts that are ASCII. */
export function comparableSql(sql: string): string {
	const composed = `nfc_normalize(regexp_replace(${sql}, '[${INVISIBLE}]+', '', 'g'))`;
	return `CASE WHEN ${isAscii(sql)} THEN trim(${sql}, ${ASCII_BLANK})
		ELSE regexp_replace(${composed}, '^[${BLANK}]+|[${BLANK}]+$', '', 'g') END`;
}

/** SQL for the length of a text in UTF-16 units, in which the API counts characters. */
export function lengthSql(sql: string): string {
	return `CASE WHEN ${isAscii(sql)} THEN strlen(${sql})
		ELSE length(${sql}) + length(regexp_replace(${sql}, '[^\\x{10000}-\\x{10ffff}]+', '', 'g')) END`;
}
