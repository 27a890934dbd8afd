import { parseWkt } from "./parse-wkt";
import { type Position, positionInLink } from "./position-in-link";

export type Axis = "latitude" | "longitude";

/** How coordinates may be written. */
export interface CoordinateStyle {
	/** `52,5` is a number. */
	commas: boolean;
	/** What `O` stands for: Ost or ouest. */
	o?: "E" | "W" | undefined;
}

/** A coordinate, with its axis where it has a direction, and the number of its parts. */
interface Degrees {
	degrees: number;
	axis: Axis | undefined;
	parts: number;
}

/** Longer texts are no coordinates, and no positions. */
const LONGEST_COORDINATE = 60;
const LONGEST = 1_000;

const NUMBER = String.raw`\d+(?:[.,]\d*)?|[.,]\d+`;
const DIRECTION = String.raw`北緯?|南緯?|東経?|西経?|[nsweozlö]|n\.? ?br\.?|s\.? ?br\.?|[öw]\.? ?l\.?|(?:nord|north|norte|noord|süd|sud|south|sur|sul|zuid|ost|östlich|east|este?|leste|oost|west|ouest|ovest|oeste)`;
const COORDINATE = new RegExp(
	String.raw`^(?:(${DIRECTION})[\s:]*)?([-+])?(${NUMBER})(?:(?:\s*(?:°|deg(?:rees)?|度)\s*|\s*:\s*|\s+)(?:(${NUMBER})(?:\s*(?:'|分)\s*|\s*:\s*|\s+|$|(?=[a-zö]))(?:(${NUMBER})\s*(?:"|秒)?)?)?)?\s*(${DIRECTION})?$`,
	"iu",
);

/**
 * Reads a coordinate in any notation: a number, with a degree sign or a direction, or degrees with
 * minutes and seconds. The end of a sentence where it is none.
 */
function readDegrees(written: string, { commas, o }: CoordinateStyle): Degrees | string {
	const [, before, sign, ...rest] = written.length > LONGEST_COORDINATE ? [] : (COORDINATE.exec(written) ?? []);
	const [first, second, third, after] = rest;
	if (first === undefined) return "is not a coordinate";
	if (before !== undefined && after !== undefined) return "has two directions";
	const numbers = [first, second, third].flatMap((text) => (text === undefined ? [] : [text]));
	const direction = before ?? after;
	// A comma in degrees that say so is no separator of thousands.
	const isPlain = numbers.length === 1 && direction === undefined && !/[°度]/.test(written);
	if (isPlain && !commas && first.includes(",")) return "is not a coordinate";
	if (numbers.slice(0, -1).some((text) => /[.,]/.test(text))) return "has decimals before its minutes";
	const [whole = 0, minutes = 0, seconds = 0] = numbers.map((text) => Number(text.replace(",", ".")));
	if (minutes >= 60 || seconds >= 60) return "has 60 minutes or seconds, or more";
	const named = direction === undefined ? undefined : headingOf(direction.toLowerCase(), o);
	if (named === null) return "may be east (Ost) or west (ouest): write E or W";
	if (named !== undefined && sign === "-") return "has a direction and a minus sign";
	const degrees = whole + minutes / 60 + seconds / 3600;
	const isNegative = sign === "-" || named === "S" || named === "W";
	const axis = named === undefined ? undefined : named === "N" || named === "S" ? "latitude" : "longitude";
	return { degrees: isNegative ? -degrees : degrees, axis, parts: numbers.length };
}

/** The direction by its letter or word; null for an `O` that may be either. */
function headingOf(written: string, o: "E" | "W" | undefined): "N" | "S" | "E" | "W" | null {
	if (written === "o") return o ?? null;
	if (/^(?:n|北)/.test(written)) return "N";
	if (/^(?:s|z|南)/.test(written)) return "S";
	if (/^(?:w|西|ou|ov|oe)/.test(written)) return "W";
	return "E";
}

/** One character for each sign; ordinals and rings are degree signs. */
function plain(text: string): string {
	return text
		.replace(/[º˚∘]/g, "°")
		.normalize("NFKC")
		.replace(/[’‘´ʹ′ʼ`]/g, "'")
		.replace(/''|[“”„″]/g, '"')
		.replace(/[−–]/g, "-")
		.trim();
}

const shown = (text: string) => `"${text.slice(0, 40).replace(/\s+/g, " ")}"`;

/** One coordinate of a table's row, or the reason why it is none. */
export function readCoordinate(written: string, axis: Axis, style: CoordinateStyle): number | { refused: string } {
	if (written === "") return { refused: `${axis} is empty` };
	const read = readDegrees(plain(written), style);
	if (read === "is not a coordinate") return { refused: `${shown(written)} is not a ${axis}` };
	if (typeof read === "string") return { refused: `${axis} ${shown(written)} ${read}` };
	if (read.axis !== undefined && read.axis !== axis) return { refused: `${shown(written)} is not a ${axis}` };
	return read.degrees;
}

/** Between coordinates, and after or before a direction that touches the next number. */
const SEPARATOR = /\s*[,;/|]\s*|\s+|(?<=[a-zö])(?=\d)|(?<=[\d"'°])(?=[a-zö])/giu;
const NAMED =
	/^lat(?:itude)?\s*[:=]?\s*([-+]?\d+\.?\d*)\s*[,;\s]\s*(?:lon|lng|long|longitude)\s*[:=]?\s*([-+]?\d+\.?\d*)$/i;
/**
 * Reads a position of two coordinates in any notation, latitude first unless directions say
 * otherwise; also from the address of a map, or a point in well-known text.
 */
export function readPosition(written: string, o?: "E" | "W"): Position | { refused: string } {
	if (written.trim() === "") return { refused: "the position is empty" };
	const refused = { refused: `${shown(written)} is not a position` };
	if (written.length > LONGEST) return refused;
	const linked = positionInLink(written.trim());
	if (linked !== undefined) return linked;
	const text = plain(written).replace(/^[([{](.*)[)\]}]$/s, "$1");
	const [, latitude, longitude] = NAMED.exec(text) ?? [];
	if (latitude !== undefined) return { latitude: Number(latitude), longitude: Number(longitude) };
	return pointOf(written) ?? pairIn(text.trim(), o) ?? refused;
}

function pointOf(text: string): Position | undefined {
	if (!/^\s*(?:SRID=4326;)?\s*POINT/i.test(text)) return undefined;
	const read = parseWkt(text);
	if (typeof read === "string" || read.geometry.type !== "Point") return undefined;
	const [longitude, latitude] = read.geometry.coordinates as number[];
	return { latitude: latitude as number, longitude: longitude as number };
}

/** Two coordinates that are written alike, if one place alone parts them. */
function pairIn(text: string, o: "E" | "W" | undefined): Position | { refused: string } | undefined {
	let ambiguous: string | undefined;
	const pairs = [...text.matchAll(SEPARATOR)].flatMap((separator) => {
		const halves = [text.slice(0, separator.index), text.slice(separator.index + separator[0].length)];
		const [first, second] = halves.map((half) => readDegrees(half, { commas: true, o }));
		for (const half of [first, second]) if (typeof half === "string" && half.startsWith("may be")) ambiguous = half;
		if (typeof first !== "object" || typeof second !== "object") return [];
		if (first.axis !== undefined && first.axis === second.axis) return [];
		return (first.axis === undefined) === (second.axis === undefined) ? [{ first, second }] : [];
	});
	const alike = pairs.filter(({ first, second }) => first.parts === second.parts);
	const [only, another] = alike.length > 0 ? alike : pairs;
	if (only === undefined) return ambiguous === undefined ? undefined : { refused: `${shown(text)} ${ambiguous}` };
	if (another !== undefined) return undefined;
	const { first, second } = only;
	if (first.axis === "longitude") return { latitude: second.degrees, longitude: first.degrees };
	return { latitude: first.degrees, longitude: second.degrees };
}
