import type { RefusedRow } from "./read-import";

const REASON = "refused_because";
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** The lines of a text, one after the other, however long it is. */
async function* linesOf(file: Blob): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	const reader = file.stream().getReader();
	let rest = "";
	for (let part = await reader.read(); !part.done; part = await reader.read()) {
		const lines = (rest + decoder.decode(part.value, { stream: true })).split("\n");
		rest = lines.pop() ?? "";
		yield* lines;
	}
	yield rest + decoder.decode();
}

/** The text of each refused row as it stands in the file, in order. */
async function rowsOf(file: Blob, refused: readonly RefusedRow[]): Promise<{ first: string; rows: string[] }> {
	const rows: string[] = refused.map(() => "");
	let first = "";
	let number = 0;
	let place = 0;
	for await (const line of linesOf(file)) {
		number += 1;
		if (number === 1) first = line.replace(/\r$/, "");
		while (place < refused.length && (refused[place]?.until ?? Infinity) <= number) place += 1;
		const row = refused[place];
		if (row === undefined) break;
		if (number >= row.line) rows[place] = rows[place] === "" ? line : `${rows[place]}\n${line}`;
	}
	return { first, rows: rows.map((row) => row.replace(/[\r\n]+$/, "")) };
}

function withReason(text: string, reason: string): string {
	try {
		const feature = JSON.parse(text) as { properties?: Record<string, unknown> | null };
		// A row that was mended in vain has a reason of before.
		const { [REASON]: _before, ...properties } = feature.properties ?? {};
		return JSON.stringify({ ...feature, properties: { [REASON]: reason, ...properties } });
	} catch {
		return text;
	}
}

/**
 * A file of the rows that an import refused, each as it was with the reason beside it (a first column, or a property):
 * once mended it can be imported as it is, as neither counts. In the file's own format.
 */
export async function refusedFile(file: Blob, contentType: string, refused: readonly RefusedRow[]): Promise<Blob> {
	if (contentType === "application/geo+json") {
		const { features } = JSON.parse(await file.text()) as { features: unknown[] };
		const kept = refused.map(({ row, reason }) => withReason(JSON.stringify(features[row]), reason));
		return new Blob([`{"type":"FeatureCollection","features":[\n${kept.join(",\n")}\n]}\n`], { type: contentType });
	}
	const { first, rows } = await rowsOf(file, refused);
	if (contentType === "application/x-ndjson") {
		return new Blob(
			rows.map((row, place) => `${withReason(row, refused[place]?.reason ?? "")}\n`),
			{ type: contentType },
		);
	}
	const delimiter = contentType === "text/tab-separated-values" ? "\t" : ",";
	const lines = rows.map((row, place) => `${quoted(refused[place]?.reason ?? "")}${delimiter}${row}\n`);
	return new Blob([`${REASON}${delimiter}${first}\n`, ...lines], { type: contentType });
}
