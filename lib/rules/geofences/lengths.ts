const METERS: Readonly<Record<string, number>> = {
	...named(1, "m meter meters metre metres"),
	...named(1_000, "km kilometer kilometers kilometre kilometres"),
	...named(1_609.344, "mi mile miles"),
	...named(0.3048, "ft foot feet"),
};

function named(meters: number, names: string): Record<string, number> {
	return Object.fromEntries(names.split(" ").map((name) => [name, meters]));
}

/** Meters of a unit by its name, in any case; undefined for an unknown one. */
export function metersOf(unit: string): number | undefined {
	const name = unit.trim().toLowerCase();
	return Object.hasOwn(METERS, name) ? METERS[name] : undefined;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const DECIMAL_COMMA = /^([+-]?\d*),(\d+)$/;
/** `1,000` and `1.000` may be a thousand, or one. */
const COMMA_THOUSANDS = /^\d{1,3}(?:,\d{3})+$/;
const POINT_THOUSANDS = /^\d{1,3}(?:\.\d{3})+$/;
const LENGTH = /^([-+.,\de]*\d[.,]?)\s*([a-z]*)$/i;

/** Which characters the numbers of a table have. */
export interface NumberStyle {
	/** Numbers may have decimal commas, as no comma separates the fields. */
	commas: boolean;
	/** Numbers beside it have decimal points. */
	points: boolean;
}

/** Parses a number; NaN when it is none. */
export function readNumber(written: string, { commas }: Pick<NumberStyle, "commas">): number {
	const text = commas ? written.replace(DECIMAL_COMMA, "$1.$2") : written;
	return NUMBER.test(text) ? Number(text) : Number.NaN;
}

/** A length as written; `meters` is the unit beside the number. */
export interface Length {
	value: number;
	meters: number | undefined;
}

/**
 * Parses a number with or without a unit: `500`, `0.5 km`; a reason when it is none, or ambiguous.
 */
export function readLength(written: string, style: NumberStyle): Length | string {
	const [, number = "", unit = ""] = LENGTH.exec(written) ?? [];
	const meters = unit === "" ? undefined : metersOf(unit);
	const shown = `"${written.slice(0, 40).replace(/\s+/g, " ")}"`;
	if (COMMA_THOUSANDS.test(number) || (style.commas && !style.points && POINT_THOUSANDS.test(number))) {
		return `${shown} is not a radius: its separator may be that of decimals or of thousands`;
	}
	const value = readNumber(number, style);
	if (Number.isNaN(value)) return `${shown} is not a radius`;
	if (unit !== "" && meters === undefined) return `${shown} is not a radius: its unit must be m, km, mi or ft`;
	return { value, meters };
}
