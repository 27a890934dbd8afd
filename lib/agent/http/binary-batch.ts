import { countMatch } from "@/lib/agent/count-match";
import { BATCH_LIMIT, degreesProblem } from "@/lib/agent/http/read-body";
import { RequestError } from "@/lib/agent/http/request-error";
import { type Lookups, type TakeMatches, visitDevices, visitPoints } from "@/lib/agent/snapshot";
import type { Place } from "@/lib/formats/proximity-filter";

/** Content-Type of a batch, and of its answer (lib/agent/README.md, Binary batches). */
export const BINARY_TYPE = "application/vnd.targeting.batch";

const HEAD_BYTES = 16;
const POINT_BYTES = 16;
const POINTS = 1;
const ID_BYTES = [16, 20, 32];

/** The bytes of an answer, with the counts for the metrics. */
export interface BinaryAnswer {
	body: Buffer;
	lookups: number;
	matched: number;
}

/** Whether a request's Content-Type is that of a binary batch. */
export const isBinaryBatch = (contentType: string | undefined): boolean =>
	contentType?.split(";")[0]?.trim().toLowerCase() === BINARY_TYPE;

/**
 * Answers a binary batch of places or of device ids (lib/agent/README.md, Binary batches).
 * @throws RequestError (400) naming what is wrong with the bytes
 */
export function answerBinaryBatch(snapshot: Lookups, kind: "proximity" | "audience", bytes: Buffer): BinaryAnswer {
	const { code, count } = readHead(bytes, kind);
	const answer = new NumberedRows(count);
	// All items are read before the first lookup: a rejected batch must not count as matched.
	if (kind === "proximity") visitPoints(snapshot, readPoints(bytes, count), answer.take);
	else visitDevices(snapshot, readIds(bytes, count, code), answer.take);
	return answer.finish();
}

function readHead(bytes: Buffer, kind: "proximity" | "audience"): { code: number; count: number } {
	if (bytes.length < HEAD_BYTES) throw refusal(`must have at least ${HEAD_BYTES} bytes, and has ${bytes.length}`);
	if (bytes.toString("latin1", 0, 4) !== "TGB1") throw refusal("must start with TGB1");
	const [code, count, reserved] = [4, 8, 12].map((at) => bytes.readUInt32LE(at)) as [number, number, number];
	const codes = kind === "proximity" ? [POINTS] : ID_BYTES;
	if (!codes.includes(code)) throw refusal(`must be of kind ${codes.join(", ")} at this path, and is of kind ${code}`);
	if (count > BATCH_LIMIT) throw refusal(`must have at most ${BATCH_LIMIT} items, and has ${count}`);
	if (reserved !== 0) throw refusal("must have zeros from byte 12 to 15");
	const length = HEAD_BYTES + count * (code === POINTS ? POINT_BYTES : code);
	if (bytes.length !== length) throw refusal(`must have ${length} bytes for ${count} items, and has ${bytes.length}`);
	return { code, count };
}

const refusal = (sentence: string) => new RequestError(400, `the body ${sentence}`);

function readPoints(bytes: Buffer, count: number): Place[] {
	return Array.from({ length: count }, (_, index) => {
		const at = HEAD_BYTES + index * POINT_BYTES;
		const place = { latitude: bytes.readDoubleLE(at), longitude: bytes.readDoubleLE(at + 8) };
		const problem = degreesProblem(place);
		if (problem !== null) throw new RequestError(400, `item ${index}: ${problem}`);
		return place;
	});
}

function readIds(bytes: Buffer, count: number, length: number): string[] {
	return Array.from({ length: count }, (_, index) => {
		const at = HEAD_BYTES + index * length;
		return bytes.toString("hex", at, at + length);
	});
}

/** The rows of an answer, each of them once, and which of them each item has. */
class NumberedRows {
	readonly #rows: string[] = [];
	readonly #numbers = new Map<string, number>();
	readonly #ofItems: number[][];

	constructor(items: number) {
		this.#ofItems = Array.from({ length: items }, () => []);
	}

	readonly take: TakeMatches = (item, served, sets, from, end) => {
		countMatch(served.matches);
		for (let at = from; at < end; at++)
			this.#ofItems[item]?.push(this.#numberOf(served.rows[sets[at] as number] as string));
	};

	#numberOf(row: string): number {
		let number = this.#numbers.get(row);
		if (number === undefined) {
			number = this.#rows.push(row) - 1;
			this.#numbers.set(row, number);
		}
		return number;
	}

	finish(): BinaryAnswer {
		const json = `[${this.#rows.join(",")}]`;
		const padded = json.padEnd(Math.ceil(json.length / 4) * 4);
		const count = this.#ofItems.length;
		const matches = this.#ofItems.reduce((sum, { length }) => sum + length, 0);
		const body = Buffer.allocUnsafe(HEAD_BYTES + padded.length + (count + matches) * 4);
		body.write("TGA1", "latin1");
		for (const [at, number] of [padded.length, count, matches].entries()) body.writeUInt32LE(number, 4 + at * 4);
		body.write(padded, HEAD_BYTES, "latin1");
		let endAt = HEAD_BYTES + padded.length;
		let at = endAt + count * 4;
		let end = 0;
		let matched = 0;
		for (const numbers of this.#ofItems) {
			if (numbers.length > 0) matched++;
			end += numbers.length;
			endAt = body.writeUInt32LE(end, endAt);
			for (const number of numbers) at = body.writeUInt32LE(number, at);
		}
		return { body, lookups: count, matched };
	}
}
