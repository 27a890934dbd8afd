import { createReadStream } from "node:fs";
import { InvalidArgumentError } from "@/lib/rules/errors";
import type { ConvertedLayer } from "./jobs";

const LINE_FEED = Buffer.from("\n");
const CHUNK_BYTES = 256 * 1024;
/** A row of a workbook without a value. */
const BLANK_ROW = /^(?:"")?(?:\t(?:"")?)*$/;
/** Characters of a row; longer ones would be split again and again. */
const LONGEST_ROW = 4_000_000;

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
	// A cell with line breaks is quoted: its lines are no rows.
	let quoted = false;
	const blanked = (line: string) => {
		const isRow = !quoted;
		for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) quoted = !quoted;
		return isRow && BLANK_ROW.test(line) ? "" : line;
	};
	for await (const text of createReadStream(path, { encoding: "utf8", highWaterMark: CHUNK_BYTES })) {
		const lines = `${held}${text as string}`.split("\n");
		held = lines.pop() as string;
		if (held.length > LONGEST_ROW)
			throw new InvalidArgumentError("the sheet has a row that is too long to be one of data");
		yield Buffer.from(lines.map((line) => `${blanked(line)}\n`).join(""));
	}
	yield Buffer.from(blanked(held));
}
