import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FileMissingError, type FileStore, InvalidFileKeyError } from "./file-store";
import { FileStoreUrlError, openFileStore } from "./open-file-store";

let directory: string;
let store: FileStore;

beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), "files-"));
	store = openFileStore(pathToFileURL(join(directory, "store")).href);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function put(key: string, content: string) {
	const path = join(directory, "upload");
	await writeFile(path, content);
	return store.put(key, path);
}
const read = async (key: string, range?: { start?: number; end?: number }) =>
	(await buffer(await store.createReadStream(key, range))).toString();

describe("local file store", () => {
	test("keeps a file under its key and takes it away from where it was", async () => {
		expect(await put("builds/a/1.tgt", "hello")).toEqual({ size: 5 });
		await expect(stat(join(directory, "upload"))).rejects.toThrow("ENOENT");
		expect(await read("builds/a/1.tgt")).toBe("hello");
		expect(await store.stat("builds/a/1.tgt")).toEqual({ size: 5 });
		expect(await readFile(await store.localPath("builds/a/1.tgt"), "utf8")).toBe("hello");
		expect(await readdir(await store.workDirectory())).toEqual([]);
	});

	test("sweeps what has lain in the work directory for too long, and nothing else", async () => {
		await put("kept", "hello");
		const work = await store.workDirectory();
		for (const name of ["old", "new"]) await writeFile(join(work, name), name);
		const yesterday = new Date(Date.now() - 86_400_000);
		await utimes(join(work, "old"), yesterday, yesterday);
		expect(await store.sweepWorkDirectory(3_600_000)).toBe(1);
		expect(await readdir(work)).toEqual(["new"]);
		expect(await read("kept")).toBe("hello");
	});

	test("reads inclusive ranges", async () => {
		await put("file", "0123456789");
		expect(await read("file", { start: 2, end: 4 })).toBe("234");
		expect(await read("file", { start: 7 })).toBe("789");
	});

	test("replaces a file for those who open it from then on", async () => {
		await put("file", "old");
		const open = await store.createReadStream("file");
		await put("file", "new one");
		expect((await buffer(open)).toString()).toBe("old");
		expect(await read("file")).toBe("new one");
	});

	test("says which file is missing, and removes without a word what is not there", async () => {
		await put("there", "x");
		await store.remove("there");
		await store.remove("there");
		expect(await store.stat("there")).toBeUndefined();
		await expect(store.createReadStream("there")).rejects.toThrow(FileMissingError);
		await expect(store.localPath("there/below")).rejects.toThrow("there/below");
		expect(
			await store
				.stat("")
				.then(() => "found")
				.catch((error: unknown) => error),
		).toBeInstanceOf(InvalidFileKeyError);
	});

	test("leaves nothing behind when there is nothing to put", async () => {
		await expect(store.put("file", join(directory, "absent"))).rejects.toThrow("ENOENT");
		expect(await store.stat("file")).toBeUndefined();
		expect(await readdir(await store.workDirectory())).toEqual([]);
	});

	test.each([
		"",
		"/etc/passwd",
		"../x",
		"a/../b",
		"a//b",
		"a/.hidden",
		".identity",
		"a\\b",
		"a\0b",
		"ä",
		"a/",
		"x".repeat(600),
	])("refuses the key %j", async (key) => {
		for (const attempt of [
			() => store.stat(key),
			() => store.put(key, join(directory, "upload")),
			() => store.remove(key),
			() => store.localPath(key),
			() => store.createReadStream(key),
		]) {
			await expect(attempt()).rejects.toThrow(InvalidFileKeyError);
		}
	});

	test("has one identity, whoever asks first", async () => {
		const others = Array.from({ length: 8 }, () => openFileStore(pathToFileURL(join(directory, "store")).href));
		const identities = new Set(await Promise.all([store, ...others].map((each) => each.identity())));
		expect(identities.size).toBe(1);
		const elsewhere = openFileStore(pathToFileURL(join(directory, "elsewhere")).href);
		expect(identities.has(await elsewhere.identity())).toBe(false);
	});

	test("is readable by its user alone", async () => {
		await put("builds/file", "x");
		expect((await stat(join(directory, "store"))).mode & 0o777).toBe(0o700);
	});
});

describe("addresses", () => {
	test.each(["s3://bucket/prefix", "http://example.org", "file:", "file://host/path", "file:%zz"])(
		"%s is refused",
		(url) => {
			expect(() => openFileStore(url)).toThrow(FileStoreUrlError);
			expect(() => openFileStore(url)).toThrow("FILE_STORE_URL");
		},
	);
});
