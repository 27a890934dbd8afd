import { randomUUID } from "node:crypto";
import { closeSync, createReadStream, openSync, readFileSync, renameSync, statSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { markPlacemarks } from "./mark-placemarks";

/** Larger files are converted without the data of their placemarks: their text fits no string. */
const MOST_BYTES = 256 * 1024 ** 2;
const PIECE = 1_000_000;

type Properties = Record<string, unknown>;

/**
 * Carries the extended data of KML through GDAL, which reads names and descriptions alone: as the
 * description of each placemark, which is made properties again afterwards.
 */
export class PlacemarkData {
	/** Begins what only this file's descriptions can be. */
	readonly #mark = `${randomUUID()} `;

	/** Writes the data of a KML file into its descriptions. */
	hide(path: string): void {
		if (statSync(path).size > MOST_BYTES) return;
		// Bytes as characters: all that counts is ASCII, and the rest stays as it is.
		writePieces(path, markPlacemarks(readFileSync(path, "latin1"), this.#mark), "latin1");
	}

	/** Makes properties of the descriptions in a file of Features by lines. */
	async show(path: string): Promise<void> {
		const lines = createInterface({ input: createReadStream(path, "utf8"), crlfDelay: Number.POSITIVE_INFINITY });
		const shown = `${path}.shown`;
		const file = openSync(shown, "wx");
		try {
			let piece = "";
			for await (const line of lines) {
				piece += `${line.includes(this.#mark) ? this.#shown(line) : line}\n`;
				if (piece.length < PIECE) continue;
				writeSync(file, piece);
				piece = "";
			}
			writeSync(file, piece);
		} finally {
			closeSync(file);
		}
		renameSync(shown, path);
	}

	#shown(line: string): string {
		const feature = JSON.parse(line) as { properties: Properties };
		const { Name, Description, ...others } = feature.properties;
		if (typeof Description !== "string" || !Description.startsWith(this.#mark)) return line;
		const data = new Map(JSON.parse(Description.slice(this.#mark.length)) as [string, string][]);
		const own = data.get("name");
		if (typeof Name === "string" && Name.trim() !== "") {
			// The placemark's name counts; what the data call so is kept beside it.
			if (own !== undefined && own !== Name) data.set("Name", own);
			data.set("name", Name);
		}
		return JSON.stringify({ ...feature, properties: { ...others, ...Object.fromEntries(data) } });
	}
}

function writePieces(path: string, pieces: Iterable<string>, encoding: BufferEncoding): void {
	const written = `${path}.marked`;
	const file = openSync(written, "wx");
	try {
		for (const piece of pieces) writeSync(file, piece, null, encoding);
	} finally {
		closeSync(file);
	}
	renameSync(written, path);
}
