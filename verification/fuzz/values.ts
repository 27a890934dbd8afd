import fc from "fast-check";
import { type OpenApiDocument, referred, type Schema } from "@/lib/contract/openapi/document";
import type { Random } from "@/lib/tools/seed/inventory/random";
import type { Pool } from "./pool";
import { featureOf, TEXTS } from "./samples";

/** How deep recursive schemas go. */
const DEEPEST = 5;
const DAY_MS = 86_400_000;

/** Random choices that a seed decides. */
export class Choices {
	readonly random: Random;

	constructor(random: Random) {
		this.random = random;
	}

	chance(probability: number): boolean {
		return this.random.next() < probability;
	}

	one<T>(from: readonly T[]): T {
		return from[this.random.between(0, from.length - 1)] as T;
	}

	uuid(): string {
		const hex = Array.from({ length: 4 }, () => this.random.bits().toString(16).padStart(8, "0")).join("");
		return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-a$4-$5");
	}
}

/** Makes values that a schema of the document accepts, from what answers have named where it fits. */
export class Values extends Choices {
	readonly #document: OpenApiDocument;
	readonly #pool: Pool;
	readonly #now: () => Date;

	constructor(document: OpenApiDocument, pool: Pool, random: Random, now: () => Date) {
		super(random);
		this.#document = document;
		this.#pool = pool;
		this.#now = now;
	}

	/** @param owner what `id` is the id of, see `ownerOf` */
	valid(given: Schema | boolean, name: string, owner: string, depth = 0): unknown {
		if (name === "features") return Array.from({ length: this.random.between(0, 3) }, () => featureOf(this));
		if (typeof given === "boolean") return this.anything();
		const { $ref, ...own } = given;
		const schema = { ...($ref === undefined ? {} : referred<Schema>(this.#document, $ref)), ...own };
		const known = this.#pool.pick(name, owner);
		if (known !== undefined && this.chance(schema.format === "uuid" ? 0.92 : 0.4) && fits(schema, known)) return known;
		if (schema.const !== undefined) return schema.const;
		if (schema.enum !== undefined) return this.one(schema.enum);
		if (schema.examples !== undefined && this.chance(0.3)) return this.one(schema.examples);
		const variants = schema.anyOf ?? schema.oneOf;
		if (variants !== undefined) return this.valid(this.#variant(variants, depth), name, owner, depth + 1);
		return this.#ofType(schema, name, owner, depth);
	}

	#variant(variants: Schema[], depth: number): Schema {
		return depth >= DEEPEST ? (variants[0] as Schema) : this.one(variants);
	}

	#ofType(schema: Schema, name: string, owner: string, depth: number): unknown {
		switch (this.one([schema.type ?? "any"].flat())) {
			case "object":
				return this.#object(schema, owner, depth);
			case "array":
				return this.#array(schema, name, owner, depth);
			case "integer":
				return name === "wait" ? this.one([0, 0, 1]) : this.#integer(schema);
			case "number":
				return this.#number(schema);
			case "boolean":
				return this.chance(0.5);
			case "string":
				return this.text(schema);
			case "null":
				return null;
			default:
				return this.anything();
		}
	}

	#object(schema: Schema, owner: string, depth: number): unknown {
		const { properties = {}, required = [], additionalProperties } = schema;
		const taken = Object.entries(properties).filter(
			([name]) => required.includes(name) || this.chance(depth >= DEEPEST ? 0 : 0.45),
		);
		const fields = taken.map(([name, field]) => [name, this.valid(field, name, owner, depth + 1)]);
		const { propertyNames } = schema as Schema & { propertyNames?: Schema };
		if (propertyNames !== undefined && typeof additionalProperties === "object")
			fields.push([this.valid(propertyNames, "", owner), this.valid(additionalProperties, "", owner, depth + 1)]);
		return Object.fromEntries(fields);
	}

	#array(schema: Schema, name: string, owner: string, depth: number): unknown[] {
		const { items = true, prefixItems, minItems = 0, maxItems = 1_000 } = schema;
		if (prefixItems !== undefined) return prefixItems.map((item) => this.valid(item, name, owner, depth + 1));
		const most = depth >= DEEPEST ? minItems : Math.min(maxItems, Math.max(minItems, this.one([0, 1, 1, 2, 4])));
		return Array.from({ length: most }, () => this.valid(items, name, owner, depth + 1));
	}

	#integer({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER, exclusiveMinimum }: Schema): number {
		const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1;
		const near = [least, least + 1, least + 2, maximum, this.random.between(least, Math.min(maximum, least + 1_000))];
		return Math.min(maximum, this.one(near));
	}

	#number({ minimum = -1_000, maximum = 1_000, exclusiveMinimum }: Schema): number {
		const least = exclusiveMinimum ?? minimum;
		const between = least + this.random.next() * (maximum - least);
		return exclusiveMinimum === undefined ? this.one([minimum, maximum, 0.5, between, between]) : between + 1e-6;
	}

	/** A string of the schema; the empty one where none was found. */
	text(schema: Schema): string {
		const formatted = this.#ofFormat(schema.format ?? "");
		if (formatted !== undefined) return formatted;
		const { minLength = 0, maxLength = 300 } = schema;
		for (let attempt = 0; attempt < 4; attempt += 1) {
			const text = this.one(TEXTS).repeat(this.chance(0.05) ? 100 : 1);
			const padded = text.padEnd(minLength, "x");
			const cut = padded.slice(0, maxLength);
			if (cut.isWellFormed() && fits(schema, cut)) return cut;
		}
		for (const pattern of patternsOf(schema)) {
			const made = this.#matching(pattern);
			if (made !== undefined && fits(schema, made)) return made;
		}
		return String(schema.examples?.[0] ?? "");
	}

	#ofFormat(format: string): string | undefined {
		const at = (days: number) => new Date(this.#now().getTime() + days * DAY_MS).toISOString();
		switch (format) {
			case "uuid":
				return this.uuid();
			case "date-time":
				return this.one([
					at(1),
					at(2.5),
					at(-1),
					at(-400),
					at(20_000),
					"9999-12-31T23:59:59.999Z",
					"0001-01-01T00:00:00Z",
				]);
			case "date":
				return at(this.random.between(-40, 40)).slice(0, 10);
			case "idn-email":
				return `p-${this.random.bits().toString(36)}@Example.com`;
			case "ipv4":
				return this.one(["127.0.0.1", "192.0.2.7"]);
			case "ipv6":
				return this.one(["::1", "2001:db8::7"]);
			case "cidrv4":
				return this.one(["127.0.0.0/8", "0.0.0.0/0"]);
			case "cidrv6":
				return "::/0";
			default:
				return undefined;
		}
	}

	#matching(pattern: string): string | undefined {
		try {
			const [made] = fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 1, seed: this.random.bits() | 0 });
			return made;
		} catch {
			// It has what fast-check cannot invert, such as a lookahead.
			return undefined;
		}
	}

	/** A value of any type, for what a schema leaves open and for what it does not accept. */
	anything(): unknown {
		const number = () => this.one([0, -1, 1.5, 1e308, -0, Number.MAX_SAFE_INTEGER, 2 ** 31, 2 ** 63]);
		return this.one([
			() => null,
			() => true,
			number,
			() => this.one(TEXTS),
			() => this.uuid(),
			() => [],
			() => [null, this.one(TEXTS)],
			() => ({}),
			() => ({ [this.one(["a", "id", "__proto__", "constructor", "toString", ""])]: number() }),
		])();
	}
}

const patternsOf = (schema: Schema): string[] =>
	[schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) => pattern ?? []);

/** Whether a value of another answer may stand here. */
function fits(schema: Schema, value: unknown): boolean {
	if (schema.enum !== undefined || schema.const !== undefined || schema.anyOf !== undefined) return false;
	const types = [schema.type ?? []].flat();
	if (typeof value === "number")
		return types.includes("number") || (types.includes("integer") && Number.isInteger(value));
	if (typeof value !== "string" || !types.includes("string")) return false;
	const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
	if (value.length < minLength || value.length > maxLength) return false;
	return patternsOf(schema).every((pattern) => new RegExp(pattern, "u").test(value));
}
