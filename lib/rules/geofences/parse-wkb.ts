import { GEOFENCE_LIMITS } from "./geofence";
import type { Wkt, WktGeometry } from "./parse-wkt";

const TYPES = [
	"Point",
	"LineString",
	"Polygon",
	"MultiPoint",
	"MultiLineString",
	"MultiPolygon",
	"GeometryCollection",
] as const;
/** In the type of a geometry, as PostGIS writes it: with heights, with measures, with its system. */
const [WITH_Z, WITH_M, WITH_SRID] = [0x80000000, 0x40000000, 0x20000000];
const MAX_NESTING = 8;
/** Hexadecimal digits of a byte order and a type, as databases export binary columns. */
const HEXADECIMAL = /^(?:\\x|0x)?((?:0[01])(?:[0-9a-f]{2}){4,})$/i;
const BEGIN = /^(?:\\x|0x)?0[01][0-9a-f]{8}/i;
const BROKEN = "is not complete well-known binary (WKB)";

class NotWkb extends Error {}

/** Whether a text begins like well-known binary in hexadecimal digits. */
export const beginsLikeWkb = (text: string): boolean => BEGIN.test(text);

/**
 * Parses well-known binary in hexadecimal digits (WKB, EWKB); heights and measures are dropped.
 * @returns the geometry, or the reason as the end of a sentence
 */
export function parseWkb(text: string): Wkt | string {
	const [, digits] = HEXADECIMAL.exec(text) ?? [];
	if (digits === undefined) return BROKEN;
	const bytes = new Uint8Array(digits.length / 2);
	for (let index = 0; index < bytes.length; index += 1) {
		bytes[index] = Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16);
	}
	const reader = new WkbReader(new DataView(bytes.buffer));
	try {
		const geometry = reader.geometry(0);
		return reader.isAtEnd ? { geometry, srid: reader.srid } : BROKEN;
	} catch (error) {
		if (error instanceof NotWkb) return error.message;
		if (error instanceof RangeError) return BROKEN;
		throw error;
	}
}

class WkbReader {
	srid: string | undefined;
	readonly #view: DataView;
	#at = 0;
	#isLittle = true;
	/** Numbers of a position. */
	#dimensions = 2;
	#positions = 0;

	constructor(view: DataView) {
		this.#view = view;
	}

	get isAtEnd(): boolean {
		return this.#at === this.#view.byteLength;
	}

	geometry(nesting: number): WktGeometry {
		this.#isLittle = this.#view.getUint8(this.#at) === 1;
		this.#at += 1;
		const code = this.#integer();
		const plain = code & 0x1fffffff;
		// ISO counts a thousand for heights, two for measures, three for both.
		const iso = Math.floor(plain / 1_000);
		const type = TYPES[(plain % 1_000) - 1];
		if (type === undefined || iso > 3) throw new NotWkb("is well-known binary (WKB) of a kind that is not read");
		const [z, m] = [(code & WITH_Z) !== 0 || iso % 2 === 1, (code & WITH_M) !== 0 || iso >= 2];
		this.#dimensions = 2 + Number(z) + Number(m);
		if ((code & WITH_SRID) !== 0) this.srid ??= String(this.#integer());
		if (type === "Point") return { type, coordinates: this.#position() };
		if (type === "LineString") return { type, coordinates: this.#list(() => this.#position()) };
		if (type === "Polygon") return { type, coordinates: this.#list(() => this.#list(() => this.#position())) };
		if (nesting >= MAX_NESTING) throw new NotWkb("has collections within collections");
		const parts = this.#list(() => this.geometry(nesting + 1));
		if (type === "GeometryCollection") return { type, geometries: parts };
		return { type, coordinates: parts.map((part) => ("coordinates" in part ? part.coordinates : [])) };
	}

	#integer(): number {
		this.#at += 4;
		return this.#view.getUint32(this.#at - 4, this.#isLittle);
	}

	#list<Element>(element: () => Element): Element[] {
		const elements: Element[] = [];
		for (let left = this.#integer(); left > 0; left -= 1) elements.push(element());
		return elements;
	}

	#position(): number[] {
		this.#positions += 1;
		if (this.#positions > GEOFENCE_LIMITS.positions) {
			throw new NotWkb(`has more than ${GEOFENCE_LIMITS.positions.toLocaleString("en-US")} positions`);
		}
		const [x, y] = [this.#at, this.#at + 8].map((at) => this.#view.getFloat64(at, this.#isLittle)) as [number, number];
		this.#at += 8 * this.#dimensions;
		return [x, y];
	}
}
