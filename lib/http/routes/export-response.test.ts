import { afterEach, expect, test } from "vitest";
import type { Principal } from "@/lib/domain/access/principal";
import { NotFoundError } from "@/lib/rules/errors";
import { DOWNLOAD_LIMITS, downloadResponse } from "./download-response";
import { EXPORT_LIMITS, exportResponse } from "./export-response";
import { featureCollectionResponse } from "./feature-collection-response";
import { streamBody } from "./stream-body";
import { streamBytes, streamText } from "./stream-text";

async function* lines(): AsyncGenerator<string, undefined> {
	yield "one\n";
	yield "two\n";
	return undefined;
}

/** The answers that a test leaves open, which would keep slots of all callers. */
const leftOpen: Response[] = [];
afterEach(async () => {
	for (const { body, bodyUsed } of leftOpen.splice(0)) if (!bodyUsed) await body?.cancel();
});

/** A caller of their own, whose slots are taken but for one. */
let callers = 0;
async function callerWithOneSlot() {
	callers += 1;
	const principal = { userId: `user ${callers}`, organizationId: `organization ${callers}` } as Principal;
	const open = (body: BodyInit | null) => exportResponse(principal, () => new Response(body, { status: 201 }));
	const others = await Promise.all(Array.from({ length: EXPORT_LIMITS.ofUser - 1 }, () => open(streamText(lines()))));
	leftOpen.push(...others);
	return { principal, open, others };
}

test("a caller has some exports at a time, each until it has been read", async () => {
	const { open, others } = await callerWithOneSlot();
	const answer = await open(streamText(lines()));
	await expect(open("more")).rejects.toThrow("too many exports are open");
	expect([answer.status, await answer.text()]).toEqual([201, "one\ntwo\n"]);
	const again = await open(streamText(lines()));
	await expect(open("more")).rejects.toThrow("too many exports are open");
	for (const each of [again, ...others]) await each.text();
	expect(await (await open("more")).text()).toBe("more");
});

test("a caller who leaves gives the export back, and ends its source", async () => {
	const { open } = await callerWithOneSlot();
	let ended = false;
	const source = (async function* () {
		try {
			yield* lines();
		} finally {
			ended = true;
		}
		return undefined;
	})();
	const reader = (await open(streamText(source))).body?.getReader();
	await reader?.read();
	await reader?.cancel();
	expect(ended).toBe(true);
	expect((await open("more")).status).toBe(201);
});

test("an export that fails, or has nothing to send, is given back", async () => {
	const { open, principal } = await callerWithOneSlot();
	const missing = new NotFoundError("design not found");
	await expect(exportResponse(principal, () => Promise.reject(missing))).rejects.toBe(missing);
	expect((await open(null)).body).toBeNull();
	// biome-ignore lint/correctness/useYield: it fails before.
	const broken = (async function* (): AsyncGenerator<Uint8Array, undefined> {
		throw new Error("the disk is gone");
	})();
	await expect((await open(streamBytes(broken))).text()).rejects.toThrow("the disk is gone");
	expect(await (await open("more")).text()).toBe("more");
});

test("people have some files open at a time, and agents, who share a key, any number", async () => {
	const open = async (caller: Parameters<typeof downloadResponse>[0]) => {
		const answer = await downloadResponse(caller, () => new Response(streamText(lines())));
		leftOpen.push(answer);
	};
	const person = { userId: "a person", organizationId: "an organization" } as Principal;
	const agent = { agentKeyId: "a key", targetId: "a target" };
	for (let opened = 0; opened < DOWNLOAD_LIMITS.ofUser; opened += 1) {
		await open(person);
		await open(agent);
	}
	await expect(open(person)).rejects.toThrow("too many maps and files are open");
	await expect(open(agent)).resolves.toBeUndefined();
});

test("geofences come as one collection, with commas between their batches", async () => {
	const batches = async function* (...texts: string[]) {
		yield* texts;
	};
	const download = featureCollectionResponse(batches("1,2", "3"), { name: "shops" });
	expect(download.headers.get("content-disposition")).toBe('attachment; filename="shops.geojson"');
	expect(await download.text()).toBe('{"type":"FeatureCollection","features":[1,2,3]}');
	const empty = featureCollectionResponse(batches());
	expect(empty.headers.get("content-disposition")).toBeNull();
	expect(await empty.text()).toBe('{"type":"FeatureCollection","features":[]}');
});

test("a body that ends too early is the sender's error, and what its source refuses stays as it is", async () => {
	const post = (body: ReadableStream | null) =>
		new Request("http://localhost/", { method: "POST", body, duplex: "half" } as RequestInit);
	const read = async (request: Request) => {
		const pieces: Uint8Array[] = [];
		for await (const piece of streamBody(request)) pieces.push(piece);
		return Buffer.concat(pieces).toString();
	};
	const failing = (error: Error) => new ReadableStream({ pull: (controller) => controller.error(error) });
	expect(await read(post(null))).toBe("");
	expect(await read(post(streamText(lines())))).toBe("one\ntwo\n");
	await expect(read(post(failing(new Error("aborted"))))).rejects.toThrow("the request ended before its body");
	await expect(read(post(failing(new NotFoundError("gone"))))).rejects.toThrow(/^gone$/);
});
