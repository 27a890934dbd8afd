import { createReadStream } from "node:fs";
import type { ConvertedLayer } from "./jobs";

const LINE_FEED = Buffer.from("\n");
const CHUNK_BYTES = 256 * 1024;
/** A row of a workbook without a value. */
const BLANK_ROW = /^[\t"]+$/;

/** The Features of all layers, one after the other, or a text. */
export async function* readLayers(layers: readonly ConvertedLayer[]): AsyncGenerator<Uint8Array> {
	for (const { path } of layers) {
		yield* createReadStream(path, { highWaterMark: CHUNK_BYTES });
		yield LINE_FEED;
	}
}

/**
 * The table of a sheet. Rows without a value, of which workbooks have many, become blank lines, so
 * that they are skipped and still count.
 */
export async function* readTableLayer({ path }: ConvertedLayer): AsyncGenerator<Uint8Array> {
	let held = "";
	for await (const text of createReadStream(path, { encoding: "utf8", highWaterMark: CHUNK_BYTES })) {
		const lines = `${held}${text as string}`.split("\n");
		held = lines.pop() as string;
		yield Buffer.from(lines.map((line) => (BLANK_ROW.test(line) ? "\n" : `${line}\n`)).join(""));
	}
	yield Buffer.from(BLANK_ROW.test(held) ? "" : held);
}
