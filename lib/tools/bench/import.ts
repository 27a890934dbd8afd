import { readFile } from "node:fs/promises";

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
	const headers = { authorization: `Bearer ${key}` };
	const created = await fetch(`${url}/api/designs`, {
		method: "POST",
		headers: { ...headers, "content-type": "application/json" },
		body: JSON.stringify({ name: "Import", type: "proximity", sets: [{ set_name: "Places" }] }),
	});
	const { id, set_ids: setIds } = await dataOf<{ id: string; set_ids: string[] }>(created);
	const before = await peakMegabytes(pid);
	const others = askMeanwhile(`${url}/api/health`);
	let bytes = 0;
	let next = 0;
	const file = new ReadableStream<Uint8Array>({
		type: "bytes",
		start: (controller) => {
			const header = Buffer.from(PLACES_HEADER);
			bytes += header.length;
			controller.enqueue(new Uint8Array(header));
		},
		pull: (controller) => {
			const first = next;
			next = Math.min(first + ROWS_PER_PIECE, rows);
			const lines = Array.from({ length: next - first }, (_, index) => placeRow(first + index));
			if (lines.length > 0) {
				const piece = new Uint8Array(Buffer.from(lines.join("")));
				bytes += piece.length;
				controller.enqueue(piece);
			}
			if (next === rows) controller.close();
		},
	});
	const began = performance.now();
	const sent: RequestInit & { duplex: "half" } = {
		method: "PUT",
		headers: { ...headers, "content-type": "text/csv" },
		body: file,
		duplex: "half",
	};
	const answer = await fetch(`${url}/api/designs/${id}/sets/${setIds[0]}/geofences`, sent);
	const { accepted_row_count: accepted } = await dataOf<{ accepted_row_count: number }>(answer);
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

/** Distinct places all over the inhabited world. */
export function placeRow(number: number): string {
	const latitude = ((number * 0.618_033_988_7) % 1) * 110 - 45;
	const longitude = ((number * 0.754_877_666_2) % 1) * 340 - 170;
	return `${latitude.toFixed(6)},${longitude.toFixed(6)},${50 + (number % 950)},Place ${number}\n`;
}

async function dataOf<Data>(answer: Response): Promise<Data> {
	const text = await answer.text();
	if (!answer.ok) throw new Error(`The service answered ${answer.status}: ${text.slice(0, 500)}`);
	return (JSON.parse(text) as { response: { data: Data } }).response.data;
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

/** The peak resident memory of a process, on Linux. */
async function peakMegabytes(pid: number | undefined): Promise<number | null> {
	if (pid === undefined) return null;
	const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
	const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(status) ?? [];
	return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
}
