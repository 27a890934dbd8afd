import { InvalidArgumentError } from "@/lib/rules/errors";
import { GEOFENCE_LIMITS } from "./geofence";
import { Pieces } from "./pieces";

/** Bytes outside of the features: enough for any `crs`, `bbox` or `name`. */
const MAX_ENVELOPE_BYTES = 256 * 1024;

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The bytes of one element of `features`; null when it is above the limit. */
export interface SplitFeature {
	line: number;
	bytes: Uint8Array | null;
}

type Part = "envelope" | "between" | "feature";

/**
 * Cuts a GeoJSON FeatureCollection into the bytes of its features, chunk by chunk, with one feature
 * in memory at a time. Only finds boundaries: the caller parses features and the rest. Seven times
 * as fast as a streaming parser, which creates an object per token.
 */
export class FeatureSplitter {
	#part: Part = "envelope";
	#line = 1;
	/** Nesting within the current part, including a feature's own bracket. */
	#depth = 0;
	#inString = false;
	#escaped = false;
	/** What may follow in the list of features. */
	#expected: "first" | "comma" | "feature" = "first";
	#featureLine = 1;
	readonly #feature: Pieces;
	readonly #envelope: Pieces;
	/** Bytes of the last string at the top level: a member name once a colon follows. */
	#text: number[] = [];
	#member: string | undefined;
	#found = false;

	/** @param featureBytes larger features are returned without their bytes */
	constructor(featureBytes: number = GEOFENCE_LIMITS.featureBytes) {
		this.#feature = new Pieces(featureBytes);
		// Until features are found, the whole document may be one feature.
		this.#envelope = new Pieces(Math.max(featureBytes, MAX_ENVELOPE_BYTES));
	}

	/**
	 * Takes the next chunk and returns the features that end in it.
	 * @throws InvalidArgumentError for invalid JSON between features, or an envelope above the
	 * limit
	 */
	push(chunk: Uint8Array): SplitFeature[] {
		const features: SplitFeature[] = [];
		let index = 0;
		while (index < chunk.length) {
			if (this.#part === "envelope") index = this.#scanEnvelope(chunk, index);
			else if (this.#part === "between") index = this.#scanBetween(chunk, index);
			else index = this.#scanFeature(chunk, index, features);
		}
		return features;
	}

	/**
	 * Ends the body. Returns the document without its features as unparsed JSON, or the whole
	 * document when it has no list of features.
	 * @throws InvalidArgumentError when the body ends within the features
	 */
	end(): Uint8Array {
		if (this.#part !== "envelope") this.#fail("ends before the list of features is closed");
		return this.#envelope.take() ?? new Uint8Array(0);
	}

	/** Whether a list named `features` was found at the top level. */
	get found(): boolean {
		return this.#found;
	}

	#scanEnvelope(chunk: Uint8Array, start: number): number {
		for (let index = start; index < chunk.length; index += 1) {
			const byte = chunk[index] as number;
			if (byte === LINE_FEED) this.#line += 1;
			if (this.#inString) {
				if (this.#escaped) this.#escaped = false;
				else if (byte === BACKSLASH) this.#escaped = true;
				else if (byte === QUOTE) this.#inString = false;
				if (this.#inString && this.#depth === 1 && this.#text.length < 64) this.#text.push(byte);
			} else if (byte === QUOTE) {
				this.#inString = true;
				if (this.#depth === 1) this.#text = [];
			} else if (byte === COLON && this.#depth === 1) this.#member = memberName(this.#text);
			else if (byte === COMMA && this.#depth === 1) this.#member = undefined;
			else if (byte === OPEN_LIST && this.#depth === 1 && this.#member === "features") {
				this.#enterFeatures();
				this.#addToEnvelope(chunk.subarray(start, index + 1));
				return index + 1;
			} else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#depth += 1;
			else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#depth -= 1;
		}
		this.#addToEnvelope(chunk.subarray(start));
		return chunk.length;
	}

	#enterFeatures(): void {
		if (this.#found) this.#fail("has two members named features");
		this.#found = true;
		this.#member = undefined;
		this.#part = "between";
		this.#expected = "first";
	}

	#scanBetween(chunk: Uint8Array, start: number): number {
		for (let index = start; index < chunk.length; index += 1) {
			const byte = chunk[index] as number;
			if (byte === LINE_FEED) this.#line += 1;
			else if (byte === SPACE || byte === CARRIAGE_RETURN || byte === TAB) continue;
			else if (byte === CLOSE_LIST && this.#expected !== "feature") {
				// Within the document's object and its list of features.
				this.#depth = 2;
				this.#part = "envelope";
				return index;
			} else if (byte === COMMA && this.#expected === "comma") this.#expected = "feature";
			else if (byte === COMMA || byte === CLOSE_LIST) this.#fail("has an extra comma");
			else if (this.#expected === "comma") this.#fail("lacks a comma between two features");
			else {
				this.#part = "feature";
				this.#featureLine = this.#line;
				this.#depth = 0;
				return index;
			}
		}
		return chunk.length;
	}

	#scanFeature(chunk: Uint8Array, start: number, features: SplitFeature[]): number {
		let depth = this.#depth;
		let inString = this.#inString;
		let escaped = this.#escaped;
		let index = start;
		let ended = false;
		for (; index < chunk.length && !ended; index += 1) {
			const byte = chunk[index] as number;
			if (byte === LINE_FEED) this.#line += 1;
			if (inString) {
				if (escaped) escaped = false;
				else if (byte === BACKSLASH) escaped = true;
				else if (byte === QUOTE) inString = false;
			} else if (byte === QUOTE) inString = true;
			else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1;
			else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST || byte === COMMA) {
				// The next character of the list ends a number or literal; a bracket ends itself.
				if (depth === 0) {
					ended = true;
					index -= 1;
				} else if (byte !== COMMA) {
					depth -= 1;
					ended = depth === 0;
				}
			}
		}
		this.#feature.add(chunk.subarray(start, index));
		this.#inString = inString;
		this.#escaped = escaped;
		this.#depth = depth;
		if (ended) {
			features.push({ line: this.#featureLine, bytes: this.#feature.take() });
			this.#part = "between";
			this.#expected = "comma";
		}
		return index;
	}

	#addToEnvelope(bytes: Uint8Array): void {
		this.#envelope.add(bytes);
		if (this.#found ? this.#envelope.length <= MAX_ENVELOPE_BYTES : !this.#envelope.overfull) return;
		const [around, lone] = [MAX_ENVELOPE_BYTES / 1024, GEOFENCE_LIMITS.featureBytes / 1024 ** 2];
		throw new InvalidArgumentError(
			`the file must be a GeoJSON FeatureCollection with at most ${around} kB around its features, or one Feature of at most ${lone} MB`,
		);
	}

	#fail(what: string): never {
		throw new InvalidArgumentError(`the file is not valid JSON: it ${what} (line ${this.#line})`);
	}
}

/** A member name, from the bytes between its quotes. */
function memberName(text: number[]): string | undefined {
	try {
		return JSON.parse(`"${String.fromCharCode(...text)}"`) as string;
	} catch {
		return undefined;
	}
}
