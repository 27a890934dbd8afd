import { Worker } from "node:worker_threads";
import { expect, test, vi } from "vitest";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { circle, collection, inPieces, squareRing } from "@/lib/rules/geofences/testing";
import { type GeofenceChunk, readGeofenceTexts } from "./chunks";
import { featurePieces } from "./in-turns";
import { intakeGeofences } from "./intake-geofences";

const FILE = { maxBytes: 64 * 1024 ** 2 };

/** One feature of about 4 MB. */
const manyPolygons = {
	type: "Feature",
	properties: {},
	geometry: {
		type: "MultiPolygon",
		coordinates: Array.from({ length: 50_000 }, (_, at) => [
			squareRing((at % 350) / 2, Math.floor(at / 350) / 2, 0.25),
		]),
	},
};

async function intake(source: Parameters<typeof intakeGeofences>[0], body: AsyncIterable<Uint8Array>) {
	const chunks: GeofenceChunk[] = [];
	const taken = await intakeGeofences(source, body, async (chunk) => void chunks.push(chunk));
	return { taken, chunks };
}

test("a feature of many polygons holds nobody up: another thread than that of requests reads it", async () => {
	const text = JSON.stringify(manyPolygons);
	expect(text.length).toBeGreaterThan(3_000_000);
	// The first import starts the thread.
	await intake(FILE, inPieces(JSON.stringify(circle(1, 2))));
	let passedOn = 0;
	const post = Worker.prototype.postMessage;
	vi.spyOn(Worker.prototype, "postMessage").mockImplementation(function (this: Worker, message, transferred) {
		passedOn += (message as { readonly reply?: Uint8Array | null }).reply?.length ?? 0;
		post.call(this, message, transferred);
	});
	const parse = vi.spyOn(JSON, "parse");
	const { taken } = await intake(FILE, inPieces(text));
	expect(parse).not.toHaveBeenCalled();
	expect(passedOn).toBe(text.length);
	expect(taken).toMatchObject({ accepted: 1, polygonCount: 1, vertexCount: 250_000 });
});

test("features of a request are counted over all pieces, and come back as they were", async () => {
	const features = Array.from({ length: 3_000 }, (_, at) =>
		circle(at / 100, at === 2_500 ? 91 : 5, { radius: 50, name: `${at}` }),
	);
	const { taken, chunks } = await intake({ features: true }, featurePieces(features));
	expect(taken).toMatchObject({ accepted: 2_999, refusedCount: 1, bounds: expect.any(Array) });
	expect(taken.refused).toEqual([{ line: 2_501, reason: "Feature 2501: latitude must be from -90 to 90, and is 91." }]);
	expect(chunks.map(({ position, geofenceCount }) => [position, geofenceCount])).toEqual([
		[0, 1_000],
		[1, 1_000],
		[2, 999],
	]);
	const texts: string[] = [];
	for await (const text of readGeofenceTexts(chunks.map(({ content }) => content))) texts.push(text);
	expect(JSON.parse(`[${texts.join()}]`)).toEqual(features.toSpliced(2_500, 1));
});

test("errors of the file, the body and the store come back as they are, and leave the thread to others", async () => {
	await expect(intake(FILE, inPieces("latitude;name\n"))).rejects.toThrow(InvalidArgumentError);
	const gone = new Error("the client has gone");
	async function* broken() {
		yield Buffer.from(`${JSON.stringify(circle(1, 2))}\n`);
		throw gone;
	}
	await expect(intake(FILE, broken())).rejects.toBe(gone);
	const full = new Error("disk full");
	const failing = intakeGeofences(FILE, inPieces(JSON.stringify(circle(1, 2))), () => Promise.reject(full));
	await expect(failing).rejects.toBe(full);

	// An upload that pauses, meanwhile another one.
	let go = () => {};
	const paused = new Promise<void>((resolve) => {
		go = resolve;
	});
	async function* slow() {
		yield Buffer.from(`${JSON.stringify(circle(1, 2))}\n`);
		await paused;
		yield Buffer.from(`${JSON.stringify(circle(3, 4))}\n`);
	}
	const slowly = intake(FILE, slow());
	const other = await intake(FILE, inPieces(JSON.stringify(collection(circle(1, 2), circle(2, 2), circle(3, 2)))));
	expect(other.taken.accepted).toBe(3);
	go();
	expect((await slowly).taken.accepted).toBe(2);
});
