import { GEOFENCE_LIMITS } from "./geofence";
import { beginsLikeWkb, parseWkb } from "./parse-wkb";

/** A geometry as GeoJSON has it, not yet validated. */
export type WktGeometry =
	| { type: "GeometryCollection"; geometries: WktGeometry[] }
	| { type: Exclude<WktType, "GeometryCollection">; coordinates: Coordinates };
type Coordinates = number[] | Coordinates[];
type WktType = (typeof TYPES)[number];

/** With the nesting of their coordinates: a Point is a position, a LineString a list of them. */
const DEPTHS = { Point: 0, MultiPoint: 1, LineString: 1, MultiLineString: 2, Polygon: 2, MultiPolygon: 3 } as const;
const TYPES = [
	"Point",
	"MultiPoint",
	"LineString",
	"MultiLineString",
	"Polygon",
	"MultiPolygon",
	"GeometryCollection",
] as const;
/** Collections within collections. */
const MAX_NESTING = 8;

/** A well-known text, and the EPSG code that stands before it. */
export interface Wkt {
	geometry: WktGeometry;
	srid: string | undefined;
}

class NotWkt extends Error {}

/**
 * Parses well-known text, with `SRID=4326;` before it or not, or well-known binary in hexadecimal
 * digits; heights and measures are dropped.
 * @returns the geometry, or the reason as the end of a sentence
 */
export function parseWkt(text: string): Wkt | string {
	const [, srid, rest = ""] = /^\s*(?:SRID\s*=\s*(\d{1,9})\s*;)?(.*)$/is.exec(text) ?? [];
	if (beginsLikeWkb(rest.trim())) return parseWkb(rest.trim());
	const reader = new WktReader(rest);
	try {
		const geometry = reader.geometry(0);
		reader.end();
		return { geometry, srid };
	} catch (error) {
		if (error instanceof NotWkt) return error.message;
		throw error;
	}
}

class WktReader {
	readonly #tokens: RegExp;
	readonly #text: string;
	#token = "";
	#positions = 0;

	constructor(text: string) {
		this.#text = text;
		// A number, a word, a bracket or a comma; anything else is a token of its own.
		this.#tokens = /\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|[a-z]+|\S|$)/giy;
		this.#next();
	}

	geometry(nesting: number): WktGeometry {
		const word = this.#token.toLowerCase().replace(/(?<=.)(?:zm?|m)$/, "");
		const type = TYPES.find((name) => name.toLowerCase() === word);
		if (type === undefined) throw new NotWkt("is not well-known text (WKT)");
		this.#next();
		if (/^(?:z|m|zm)$/i.test(this.#token)) this.#next();
		if (/^empty$/i.test(this.#token)) throw new NotWkt("is empty");
		if (type !== "GeometryCollection") return { type, coordinates: this.#coordinates(type) };
		if (nesting >= MAX_NESTING) throw new NotWkt("has collections within collections");
		return { type, geometries: this.#list(() => this.geometry(nesting + 1)) };
	}

	end(): void {
		if (this.#token !== "") throw new NotWkt("is not well-known text (WKT): something follows its end");
	}

	#coordinates(type: Exclude<WktType, "GeometryCollection">): Coordinates {
		if (type === "Point") {
			this.#expect("(");
			const position = this.#position();
			this.#expect(")");
			return position;
		}
		// Each point of a MultiPoint may have brackets of its own.
		if (type === "MultiPoint")
			return this.#list(() => (this.#token === "(" ? this.#coordinates("Point") : this.#position()));
		const depth = DEPTHS[type];
		const listOf = (left: number): Coordinates => this.#list(() => (left === 1 ? this.#position() : listOf(left - 1)));
		return listOf(depth);
	}

	#list<Element>(element: () => Element): Element[] {
		this.#expect("(");
		const elements = [element()];
		while (this.#token === ",") {
			this.#next();
			elements.push(element());
		}
		this.#expect(")");
		return elements;
	}

	/** Longitude and latitude, without height and measure. */
	#position(): number[] {
		this.#positions += 1;
		if (this.#positions > GEOFENCE_LIMITS.positions) {
			throw new NotWkt(`has more than ${GEOFENCE_LIMITS.positions.toLocaleString("en-US")} positions`);
		}
		const numbers: number[] = [];
		while (/^[-+.\d]/.test(this.#token) && !Number.isNaN(Number(this.#token))) {
			numbers.push(Number(this.#token));
			this.#next();
		}
		if (numbers.length < 2 || numbers.length > 4) throw new NotWkt("is not well-known text (WKT): a position is wrong");
		return numbers.slice(0, 2);
	}

	#expect(token: string): void {
		if (this.#token !== token) throw new NotWkt(`is not well-known text (WKT): ${token} is missing`);
		this.#next();
	}

	#next(): void {
		this.#token = this.#tokens.exec(this.#text)?.[1] ?? "";
	}
}
