import { createHash } from "node:crypto";
import { json } from "node:stream/consumers";
import { z } from "zod";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);
const copiedTable = z.strictObject({
	name: z.string(),
	columns: z.array(z.strictObject({ name: z.string(), type: z.string() })).readonly(),
	key: z.array(z.strictObject({ name: z.string(), isText: z.boolean() })).readonly(),
});

/**
 * Describes an entry of an archive. Files come first, then the tables with rows packed by gzip, and
 * the manifest at the end (docs/decisions/0520).
 */
export const entryAbout = z.discriminatedUnion("entry", [
	z.strictObject({ entry: z.literal("file"), key: z.string() }),
	z.strictObject({ entry: z.literal("table"), table: copiedTable }),
	z.strictObject({ entry: z.literal("manifest") }),
]);
export type EntryAbout = z.infer<typeof entryAbout>;

const manifestSchema = z.strictObject({
	/** Of the snapshot. */
	takenAt: z.iso.datetime(),
	migrations: z.array(z.strictObject({ name: z.string(), checksum: sha256 })).min(1),
	tables: z.array(z.strictObject({ table: copiedTable, rows: count, sha256 })),
	sequences: z.array(z.strictObject({ name: z.string(), last: z.string(), isCalled: z.boolean() })),
	/** Others in the archive belong to an earlier snapshot of it, and are not used. */
	files: z.array(z.strictObject({ key: z.string(), size: count, sha256 })),
	/** Keys of files that rows name and that the file store had lost. */
	missing: z.array(z.string()),
	secret: z.string(),
	previousSecret: z.string().optional(),
});
export type Manifest = z.infer<typeof manifestSchema>;

export async function parseManifest(body: AsyncIterable<Uint8Array>): Promise<Manifest> {
	return manifestSchema.parse(await json(body as unknown as NodeJS.ReadableStream));
}

/** Counts and digests bytes while they pass. */
export class Digest {
	readonly #hash = createHash("sha256");
	size = 0;
	/** Newlines among them. */
	lines = 0;

	async *pass<Part extends Uint8Array>(source: AsyncIterable<Part>): AsyncGenerator<Part> {
		for await (const part of source) {
			this.update(part);
			yield part;
		}
	}

	/** Reads to the end. */
	async take(source: AsyncIterable<Uint8Array>): Promise<this> {
		for await (const part of source) this.update(part);
		return this;
	}

	update(part: Uint8Array): void {
		this.#hash.update(part);
		this.size += part.length;
		for (let at = part.indexOf(0x0a); at !== -1; at = part.indexOf(0x0a, at + 1)) this.lines += 1;
	}

	/** In hex; once. */
	sha256(): string {
		return this.#hash.digest("hex");
	}
}
