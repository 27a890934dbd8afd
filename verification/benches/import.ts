import { peakMegabytes } from "./peak-memory";
import { ask } from "./ui/api";
import { upload } from "./upload";

/** A running service, and a key that may create designs. */
export interface ImportTarget {
	readonly url: string;
	/** The server's process, for its memory. */
	readonly pid: number | undefined;
	readonly key: string;
}

/** Figures of one import. */
export interface ImportFigures {
	readonly rows: number;
	readonly bytes: number;
	readonly seconds: number;
	readonly rowsPerSecond: number;
	/**
	 * Peak memory of the server in megabytes, before and after the import; null where the system does
	 * not report it.
	 */
	readonly peakMegabytes: { readonly before: number | null; readonly after: number | null };
	/** Milliseconds of the slowest answer to another client meanwhile. */
	readonly slowestOtherAnswer: number;
	readonly accepted: number;
}

export const PLACES_HEADER = "latitude,longitude,radius,name\n";
const ROWS_PER_PIECE = 2_000;
const ASK_EVERY_MS = 50;

/**
 * Imports a CSV file of so many places over HTTP, as a browser does. Measures rows per second, the
 * server's peak memory, and the answers to another client meanwhile.
 * @throws Error when the service refuses the file or a row
 */
export async function measureImport({ url, pid, key }: ImportTarget, rows: number): Promise<ImportFigures> {
	const { id, set_ids: setIds } = await ask<{ id: string; set_ids: string[] }>({ url, key }, "POST", "/api/designs", {
		name: "Import",
		type: "proximity",
		sets: [{ set_name: "Places" }],
	});
	const before = await peakMegabytes(pid);
	const others = askMeanwhile(`${url}/api/health`);
	let bytes = 0;
	const counted = function* () {
		for (const piece of placesFile(rows)) {
			bytes += piece.length;
			yield piece;
		}
	};
	const file = { method: "PUT", path: `/api/designs/${id}/sets/${setIds[0]}/geofences`, type: "text/csv" } as const;
	const began = performance.now();
	const { accepted_row_count: accepted } = await upload<{ accepted_row_count: number }>({ url, key }, file, counted());
	const seconds = (performance.now() - began) / 1_000;
	const slowestOtherAnswer = await others.stop();
	if (accepted !== rows) throw new Error(`The service took ${accepted} of ${rows} rows.`);
	return {
		rows,
		bytes,
		seconds,
		rowsPerSecond: rows / seconds,
		peakMegabytes: { before, after: await peakMegabytes(pid) },
		slowestOtherAnswer,
		accepted,
	};
}

/** A CSV file of so many places, by pieces. */
export function* placesFile(rows: number): Generator<Buffer> {
	yield Buffer.from(PLACES_HEADER);
	for (let first = 0; first < rows; first += ROWS_PER_PIECE) {
		const length = Math.min(ROWS_PER_PIECE, rows - first);
		yield Buffer.from(Array.from({ length }, (_, index) => placeRow(first + index)).join(""));
	}
}

/** Distinct places all over the inhabited world. */
export function placeRow(number: number): string {
	const latitude = ((number * 0.618_033_988_7) % 1) * 110 - 45;
	const longitude = ((number * 0.754_877_666_2) % 1) * 340 - 170;
	return `${latitude.toFixed(6)},${longitude.toFixed(6)},${50 + (number % 950)},Place ${number}\n`;
}

/** Sends requests one after the other until stopped. */
function askMeanwhile(url: string): { stop(): Promise<number> } {
	let slowest = 0;
	let stopped = false;
	const asking = (async () => {
		while (!stopped) {
			const began = performance.now();
			await fetch(url).then((answer) => answer.text());
			slowest = Math.max(slowest, performance.now() - began);
			await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
		}
	})();
	return {
		stop: async () => {
			stopped = true;
			await asking;
			return slowest;
		},
	};
}
