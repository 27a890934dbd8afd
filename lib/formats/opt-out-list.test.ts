import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { checkTargetingFile } from "@/lib/formats/check-file";
import { findOptOut } from "@/lib/formats/find-opt-out";
import { DEVICE_ID_BYTES } from "@/lib/formats/meta";
import { openTargetingFile } from "@/lib/formats/open";
import { openOptOutList } from "@/lib/formats/opt-out-list";
import { compareOptOuts, sortOptOuts } from "@/lib/formats/opt-out-table";
import { optOutBytes, optOutHashes, withScratchFile } from "@/lib/formats/testing";
import { optOutHashOf, writeOptOuts } from "@/lib/formats/write-opt-outs";

const SALT = "000102030405060708090a0b0c0d0e0f";
const listOf = async (ids: readonly string[]) => new Uint8Array(await optOutBytes(ids));

describe("a list of opt-outs", () => {
	test("has the same bytes as the golden file, which finds every spelling", async () => {
		const path = fileURLToPath(new URL("golden/opt-outs.tgt", import.meta.url));
		const text = await readFile(new URL("golden/opt-outs.golden.json", import.meta.url), "utf8");
		const golden = JSON.parse(text) as { salt: string; ids: string[]; expected: { id: string; listed: boolean }[] };
		await withScratchFile(async (scratch) => {
			await writeOptOuts(scratch, golden.salt, sortOptOuts(optOutHashes(golden.ids, golden.salt)));
			if (!existsSync(path)) {
				await copyFile(scratch, path);
				expect.fail("opt-outs.tgt was missing and has been written: review and commit it");
			}
			expect((await readFile(scratch)).equals(await readFile(path)), "opt-outs.tgt differs").toBe(true);
		});
		const list = openOptOutList(new Uint8Array(await readFile(path)));
		expect(golden.expected.map(({ id }) => ({ id, listed: list.has(id) }))).toEqual(golden.expected);
		const onDisk = golden.expected.map(async ({ id }) => ({ id, listed: await findOptOut(path, id) }));
		expect(await Promise.all(onDisk)).toEqual(golden.expected);
		expect(list.meta.counts).toEqual({ ids: 11, buckets: 2 });
	});

	test("hashes as SHA-256 does, over salt and bytes of the id", () => {
		for (const kind of ["uuid", "sha1", "sha256"] as const) {
			const bytes = randomBytes(DEVICE_ID_BYTES[kind]);
			const hash = new Uint32Array(4);
			const words = new Uint32Array(new Uint8Array(bytes).buffer);
			optOutHashOf(SALT).write(words, 0, DEVICE_ID_BYTES[kind], hash, 0);
			const expected = createHash("sha256").update(Buffer.from(SALT, "hex")).update(bytes).digest();
			expect([...hash]).toEqual([0, 4, 8, 12].map((at) => expected.readUInt32BE(at)));
		}
	});

	test("sorts, drops duplicates and finds each of many ids", async () => {
		const idOf = (number: number) => createHash("sha1").update(String(number)).digest("hex");
		const ids = Array.from({ length: 5_000 }, (_, number) => idOf(number % 4_000));
		const list = openOptOutList(await listOf(ids));
		expect(list.meta.counts).toEqual({ ids: 4_000, buckets: 512 });
		for (let at = 1; at < 4_000; at++) expect(compareOptOuts(list.hashes, at - 1, list.hashes, at)).toBeLessThan(0);
		const found = Array.from({ length: 8_000 }, (_, number) => list.has(idOf(number)));
		expect(found).toEqual(Array.from({ length: 8_000 }, (_, number) => number < 4_000));
	});

	test("the empty list has nobody", async () => {
		const list = openOptOutList(await listOf([]));
		expect(list.has("6d92078a-8246-4ba7-aba7-76104862e5c9")).toBe(false);
	});

	test("damage and disorder are refused, and it is no targeting file", async () => {
		const bytes = await listOf(["6d92078a-8246-4ba7-aba7-76104862e5c9"]);
		const damaged = bytes.slice();
		damaged[bytes.length - 64] = (damaged[bytes.length - 64] as number) ^ 1;
		expect(() => openOptOutList(damaged)).toThrow("the checksum of section HASH is wrong");
		expect(() => openTargetingFile(bytes)).toThrow("this is a list of opt-outs, and not a targeting file");
		const disordered = await withScratchFile(async (path) => {
			const table = sortOptOuts(
				optOutHashes(["a9993e364706816aba3e25717850c26c9cd0d89d", "6d92078a82464ba7aba776104862e5c9"]),
			);
			const words = [...table.hashes.slice(4), ...table.hashes.slice(0, 4)];
			await writeOptOuts(path, SALT, { ...table, hashes: Uint32Array.from(words) });
			await expect(checkTargetingFile(path)).rejects.toThrow("this is a list of opt-outs");
			return new Uint8Array(await readFile(path));
		});
		expect(() => openOptOutList(disordered)).toThrow("not hashes in ascending order");
	});
});
