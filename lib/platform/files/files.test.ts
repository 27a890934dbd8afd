import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { isDatabaseAway } from "@/lib/platform/database-away";
import { type ObjectStore, startObjectStore } from "@/lib/tools/testing/object-store";
import { startSilentServer } from "@/lib/tools/testing/silent-server";
import { mountSmallDisk } from "@/lib/tools/testing/small-disk";
import { FileMissingError, type FileStore, InvalidFileKeyError, type ListedFile } from "./file-store";
import { FileStoreUrlError, parseS3Url } from "./file-store-url";
import { openFileStore } from "./open-file-store";
import { S3FileStore } from "./s3-file-store";
import { STORE_AWAY, STORE_ONLY_READS, storageProblem } from "./storage-problem";

let objects: ObjectStore;
let directory: string;
let store: FileStore;

beforeAll(async () => {
	objects = await startObjectStore();
});
afterAll(() => objects.stop());
beforeEach(async () => {
	for (const [name, value] of Object.entries(objects.environment)) vi.stubEnv(name, value);
	directory = await mkdtemp(join(tmpdir(), "files-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function put(key: string, content: string | Buffer) {
	const path = join(directory, "upload");
	await writeFile(path, content);
	return store.put(key, path);
}
const read = async (key: string, range?: { start?: number; end?: number }) =>
	(await buffer(await store.createReadStream(key, range))).toString();

const KINDS = {
	local: (name: string) => openFileStore(pathToFileURL(join(directory, name)).href, join(directory, "unused")),
	S3: (name: string) =>
		openFileStore(objects.url(`${directory.replaceAll("/", "-").slice(1)}/${name}`), join(directory, `${name}-work`)),
};

describe.each(Object.entries(KINDS))("%s file store", (_kind, openStore) => {
	beforeEach(() => {
		store = openStore("store");
	});

	test("moves a file to its key", async () => {
		expect(await put("builds/a/1.tgt", "hello")).toEqual({ size: 5 });
		await expect(stat(join(directory, "upload"))).rejects.toThrow("ENOENT");
		expect(await read("builds/a/1.tgt")).toBe("hello");
		expect(await store.stat("builds/a/1.tgt")).toEqual({ size: 5 });
		expect(await readdir(await store.workDirectory())).toEqual([]);
		expect(await readFile(await store.localPath("builds/a/1.tgt"), "utf8")).toBe("hello");
	});

	test("is usable once opened, and checks that quickly", async () => {
		await store.identity();
		await expect(store.ask(new AbortController().signal)).resolves.toBeUndefined();
	});

	test("sweeps old work files only", async () => {
		await put("kept", "hello");
		const work = await store.workDirectory();
		for (const name of ["old", "new"]) await writeFile(join(work, name), name);
		const yesterday = new Date(Date.now() - 86_400_000);
		await utimes(join(work, "old"), yesterday, yesterday);
		expect(await store.sweepWorkDirectory(3_600_000)).toBe(1);
		expect(await readdir(work)).toEqual(["new"]);
		expect(await read("kept")).toBe("hello");
	});

	test("lists files below a key in pages, without its own files", async () => {
		const pagesOf = async (within: string, pageSize?: number) => {
			const pages: (readonly ListedFile[])[] = [];
			for await (const page of store.list(within, pageSize)) pages.push(page);
			return pages;
		};
		expect((await pagesOf("builds")).flat()).toEqual([]);
		const keys = ["builds/1.tgt", "builds/2.tgt", "builds/a/b/3.tgt", "builds/c/4.tgt", "builds/c/5.tgt"];
		// Stores keep whole seconds, by a clock that may be some milliseconds behind.
		const clock = await mkdtemp(join(directory, "clock-"));
		const began = Math.floor((await stat(clock)).mtimeMs / 1_000) * 1_000;
		await rm(clock, { recursive: true });
		for (const key of [...keys, "buildsother/6", "other"]) await put(key, "x");
		const ended = Date.now();
		await store.identity();
		for (const [pageSize, sizes] of [
			[undefined, [5]],
			[2, [2, 2, 1]],
		] as const) {
			const pages = await pagesOf("builds", pageSize);
			expect(pages.map(({ length }) => length)).toEqual(sizes);
			const files = pages.flat();
			expect(files.map(({ key }) => key).toSorted()).toEqual(keys);
			for (const { modifiedAt } of files) {
				expect(modifiedAt.getTime()).toBeGreaterThanOrEqual(began);
				expect(modifiedAt.getTime()).toBeLessThanOrEqual(ended);
			}
		}
		await expect(pagesOf("../x")).rejects.toThrow(InvalidFileKeyError);
	});

	test("reads inclusive ranges", async () => {
		await put("file", "0123456789");
		expect(await read("file", { start: 2, end: 4 })).toBe("234");
		expect(await read("file", { start: 7 })).toBe("789");
	});

	test("replaces a file for later readers", async () => {
		await put("file", "old");
		const path = await store.localPath("file");
		await put("file", "new one");
		expect(await read("file")).toBe("new one");
		expect(await readFile(await store.localPath("file"), "utf8")).toBe("new one");
		await rm(path, { force: true });
	});

	test("names a missing file, and ignores one on removal", async () => {
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

	test("leaves no file behind when the upload is missing", async () => {
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
	])("rejects the key %j", async (key) => {
		for (const attempt of [
			() => store.stat(key),
			() => store.put(key, join(directory, "upload")),
			() => store.remove(key),
			() => store.localPath(key),
			() => store.createReadStream(key),
			() => store.signedUrl(key, 60),
		]) {
			await expect(attempt()).rejects.toThrow(InvalidFileKeyError);
		}
	});

	test("has one identity under concurrent first reads", async () => {
		const others = Array.from({ length: 8 }, () => openStore("store"));
		const identities = new Set(await Promise.all([store, ...others].map((each) => each.identity())));
		expect(identities.size).toBe(1);
		const elsewhere = openStore("elsewhere");
		expect(identities.has(await elsewhere.identity())).toBe(false);
	});
});

describe("local file store", () => {
	beforeEach(() => {
		store = KINDS.local("store");
	});

	test("is readable by its user only", async () => {
		await put("builds/file", "x");
		expect((await stat(join(directory, "store"))).mode & 0o777).toBe(0o700);
	});

	test("stores nothing while its disk is not mounted, and resumes once it is", async () => {
		await store.identity();
		await put("builds/1.tgt", "before");
		await rename(join(directory, "store"), join(directory, "disk"));
		await mkdir(join(directory, "store"));
		const refused = await put("builds/2.tgt", "meanwhile").catch((error: unknown) => error);
		expect(storageProblem(refused)).toBe("the file store cannot be used now");
		expect(String(refused)).toContain(`${join(directory, "store")} is not the file store that was opened`);
		const problemOf = (ask: () => Promise<unknown>) => ask().then(() => undefined, storageProblem);
		// Work files would fill the disk below, and an invisible file is not lost.
		const works = () => store.workDirectory();
		for (const ask of [works, () => read("builds/1.tgt"), () => store.localPath("builds/1.tgt")]) {
			expect(await problemOf(ask)).toBe("the file store cannot be used now");
		}
		expect(await readdir(join(directory, "store"))).toEqual([]);
		await rm(join(directory, "store"), { recursive: true });
		expect(await problemOf(works)).toBe("the file store cannot be used now");
		expect(await readdir(directory)).not.toContain("store");
		await rename(join(directory, "disk"), join(directory, "store"));
		await put("builds/2.tgt", "after");
		expect([await read("builds/1.tgt"), await read("builds/2.tgt")]).toEqual(["before", "after"]);
	});

	test("detects a read-only disk, and that it is writable again", async (context) => {
		const disk = mountSmallDisk(1);
		try {
			if (!disk.isMounted) return context.skip("mounting a small disk is not allowed here");
			store = openFileStore(pathToFileURL(disk.directory).href, join(directory, "unused"));
			await put("file", "hello");
			const refusal = () => store.ask(new AbortController().signal).then(() => undefined, storageProblem);
			disk.remount("ro");
			expect([await refusal(), await read("file")]).toEqual([STORE_ONLY_READS, "hello"]);
			disk.remount("rw");
			expect(await refusal()).toBeUndefined();
		} finally {
			disk.remove();
		}
	});

	test("an open file stays readable when it is replaced", async () => {
		await put("file", "old");
		const open = await store.createReadStream("file");
		await put("file", "new one");
		expect((await buffer(open)).toString()).toBe("old");
	});
});

describe("S3 file store", () => {
	beforeEach(() => {
		store = KINDS.S3("store");
	});

	test("stores files of many parts, and reads ranges of them", async () => {
		const content = Buffer.alloc(20 * 1024 * 1024, "0123456789abcdef");
		expect(await put("large", content)).toEqual({ size: content.length });
		expect(await store.stat("large")).toEqual({ size: content.length });
		expect((await readFile(await store.localPath("large"))).equals(content)).toBe(true);
		expect(await read("large", { start: 16 * 1024 * 1024 + 3, end: 16 * 1024 * 1024 + 6 })).toBe("3456");
	});

	test("downloads a file once per machine, and again after a sweep", async () => {
		await put("file", "hello");
		const paths = await Promise.all([1, 2, 3].map(() => store.localPath("file")));
		expect(new Set(paths).size).toBe(1);
		expect(await readdir(await store.workDirectory())).toHaveLength(1);
		const { ino } = await stat(paths[0] ?? "");
		expect((await stat(await store.localPath("file"))).ino).toBe(ino);
		expect(await store.sweepWorkDirectory(0)).toBe(1);
		expect(await readFile(await store.localPath("file"), "utf8")).toBe("hello");
	});

	test("a copy is kept by its last use, not its age", async () => {
		await put("file", "hello");
		const path = await store.localPath("file");
		const yesterday = new Date(Date.now() - 86_400_000);
		await utimes(path, yesterday, yesterday);
		await store.localPath("file");
		expect(await store.sweepWorkDirectory(3_600_000)).toBe(0);
	});

	test("a signed address has one file for a while, at the address that others reach", async () => {
		await put("file", "hello");
		const address = (await store.signedUrl("file", 60)) ?? "";
		expect(await (await fetch(address, { headers: { range: "bytes=1-2" } })).text()).toBe("el");
		expect((await fetch(address.replace("/file?", "/other?"))).status).toBe(403);
		expect((await fetch(address.replace("X-Amz-Expires=60", "X-Amz-Expires=600"))).status).toBe(403);
		const elsewhere = openFileStore("s3://b/p?endpoint=http://inside&public-endpoint=https://store.example", directory);
		expect(await elsewhere.signedUrl("a", 60)).toMatch(/^https:\/\/store\.example\/b\/p\/a\?.*X-Amz-Expires=60&/);
		expect(await KINDS.local("store").signedUrl("file", 60)).toBeUndefined();
	});

	test("a signed address outside is of the region that the service finds for itself", async () => {
		vi.stubEnv("AWS_REGION", "eu-central-1");
		const elsewhere = openFileStore("s3://b/p?public-endpoint=https://store.example", directory);
		const address = await elsewhere.signedUrl("a", 60);
		expect(address).toMatch(/^https:\/\/store\.example\/b\/p\/a\?.*%2Feu-central-1%2Fs3%2Faws4_request/);
	});

	test("a missing bucket is reported by name, with the variable", async () => {
		const absent = openFileStore(objects.url("").replace(objects.bucket, "absent-bucket"), directory);
		const problem = await absent.identity().catch((error: unknown) => error);
		expect(problem).toBeInstanceOf(FileStoreUrlError);
		expect(String(problem)).toMatch(/FILE_STORE_URL names the bucket absent-bucket at http:.*NoSuchBucket/);
	});

	test("a stalled store times out, before a response and within one", async () => {
		const asked: string[] = [];
		let attempts = 0;
		const silent = createServer((socket) => {
			attempts += 1;
			socket.on("error", () => undefined);
			socket.on("data", (bytes) => {
				const [method = ""] = bytes.toString("latin1").split(" ");
				asked.push(method);
				if (!/^GET .*\/half/.test(bytes.toString("latin1"))) return;
				socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\nETag: "1"\r\n\r\nhalf');
			});
		});
		silent.listen(0, "127.0.0.1");
		await once(silent, "listening");
		const { port } = silent.address() as AddressInfo;
		const endpoint = `http://127.0.0.1:${port}`;
		store = new S3FileStore({ bucket: "b", prefix: "", endpoint, pathStyle: true }, directory, 200);
		const warned = vi.spyOn(console, "warn");
		// Attempts end one by one, as their sockets are silent: a slow machine may have fewer of them
		// within the limit of all.
		vi.spyOn(AbortSignal, "timeout").mockReturnValue(new AbortController().signal);
		const problems = [store.stat("a"), put("a", "x"), store.remove("a"), read("a")].map((asked) =>
			asked.then(() => "answered", storageProblem),
		);
		expect(await Promise.all(problems)).toEqual(problems.map(() => "the file store cannot be used now"));
		// Each is tried three times. A slow machine may end an attempt before it is read.
		await expect.poll(() => attempts).toBe(3 * problems.length);
		expect(["DELETE", "GET", "HEAD", "PUT"]).toEqual(expect.arrayContaining([...new Set(asked)]));
		await expect(read("half")).rejects.toThrow("it stalled");
		expect(warned).not.toHaveBeenCalled();
		silent.close();
	});

	test("a truncated download is no copy: the error names the store and the received bytes", async () => {
		const object = (length: number) =>
			`HTTP/1.1 200 OK\r\nETag: "1"\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`;
		const liar = createServer((socket) => {
			socket.on("error", () => undefined);
			socket.once("data", (said) => {
				const told = said.toString().startsWith("HEAD") ? object(100) : `${object(5)}hello`;
				socket.end(told);
			});
		});
		liar.listen(0, "127.0.0.1");
		await once(liar, "listening");
		const { port } = liar.address() as AddressInfo;
		store = openFileStore(`s3://b?endpoint=http://127.0.0.1:${port}&path-style=true`, join(directory, "work"));
		const refused = await store.localPath("file").catch((error: unknown) => error);
		expect(storageProblem(refused)).toBe("the file store cannot be used now");
		expect(String(refused)).toContain("GetObject b/file: 5 of 100 bytes came");
		expect(await readdir(await store.workDirectory())).toEqual([]);
		liar.close();
	});

	test("a server that is not an object store is rejected", async () => {
		const page = createHttpServer(
			(request, response) => void request.resume().on("end", () => response.end("<html>Sign in</html>")),
		);
		page.listen(0, "127.0.0.1");
		await once(page, "listening");
		const { port } = page.address() as AddressInfo;
		store = openFileStore(`s3://b/p?endpoint=http://127.0.0.1:${port}`, directory);
		await expect(store.identity()).rejects.toThrow(/FILE_STORE_URL names .* not that of an object store/);
		for (const ask of [
			() => store.ask(new AbortController().signal),
			() => put("file", "hello"),
			() => store.stat("file"),
			() => store.localPath("file"),
			() => read("file"),
		]) {
			const refused: unknown = await ask().catch((error: unknown) => error);
			expect(storageProblem(refused)).toBe(STORE_AWAY);
			expect(String(refused)).toContain("not that of an object store");
		}
		expect(await readFile(join(directory, "upload"), "utf8")).toBe("hello");
		page.close();
	});

	test("an invalid marker is rejected", async () => {
		const other = createHttpServer((_request, response) => void response.setHeader("ETag", '"1"').end("hello"));
		other.listen(0, "127.0.0.1");
		await once(other, "listening");
		const { port } = other.address() as AddressInfo;
		store = openFileStore(`s3://b/p?endpoint=http://127.0.0.1:${port}`, directory);
		await expect(store.identity()).rejects.toThrow(/FILE_STORE_URL names .*its marker is invalid/);
		other.close();
	});

	test("an error without a message is reported by its status", async () => {
		const refusing = createHttpServer((request, response) => void response.writeHead(403).end(request.resume() && ""));
		refusing.listen(0, "127.0.0.1");
		await once(refusing, "listening");
		const { port } = refusing.address() as AddressInfo;
		store = openFileStore(`s3://b?endpoint=http://127.0.0.1:${port}`, directory);
		await expect(store.stat("file")).rejects.toThrow("HeadObject b/file: it answered 403 Forbidden");
		await expect(store.ask(new AbortController().signal)).rejects.toThrow("it answered 403 Forbidden");
		refusing.close();
	});

	test("a truncated content is a failure of the store, not of the database", async () => {
		const cutting = createServer((socket) => {
			socket.on("error", () => undefined);
			const head = 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\nETag: "1"\r\n\r\nhalf';
			socket.once("data", () => socket.write(head, () => socket.resetAndDestroy()));
		});
		cutting.listen(0, "127.0.0.1");
		await once(cutting, "listening");
		const { port } = cutting.address() as AddressInfo;
		store = openFileStore(`s3://b?endpoint=http://127.0.0.1:${port}`, directory);
		// Not read in time before the failure, so read again.
		const refused: unknown = await read("file").catch((error: unknown) => error);
		expect([storageProblem(refused), isDatabaseAway(refused)]).toEqual([STORE_AWAY, false]);
		expect(String(refused)).toContain("GetObject b/file: ");
		cutting.close();
	});

	test("a store that trickles bytes times out like a stalled one", async () => {
		const dripping = createServer((socket) => {
			socket.on("error", () => undefined);
			socket.on("data", (said) => {
				const isContent = said.toString("latin1").startsWith("GET /b/content");
				const head = 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\nETag: "1"\r\n\r\n';
				let drops = head;
				if (isContent) drops = "x".repeat(1_000);
				if (isContent) socket.write(head);
				const drip = setInterval(() => {
					socket.write(drops.slice(0, 1));
					drops = drops.slice(1);
				}, 100);
				socket.once("close", () => clearInterval(drip));
			});
		});
		dripping.listen(0, "127.0.0.1");
		await once(dripping, "listening");
		const { port } = dripping.address() as AddressInfo;
		const location = { bucket: "b", prefix: "", endpoint: `http://127.0.0.1:${port}`, pathStyle: true };
		store = new S3FileStore(location, directory, 1_000);
		const list = async () => {
			for await (const page of store.list("a")) return page;
		};
		const asked = [store.stat("a"), put("a", "x"), store.remove("a"), list()];
		const refusals = await Promise.all(asked.map((each) => each.catch((error: unknown) => String(error))));
		for (const refusal of refusals) expect(refusal).toContain("it is too slow to be used");
		await expect(read("content")).rejects.toThrow("it stalled");
		dripping.close();
	});

	test("the parts of a stalled upload are removed, with a short timeout", async () => {
		const asked: string[] = [];
		const server = createHttpServer((request, response) => {
			const { method = "", url = "" } = request.resume();
			asked.push(`${method} ${new URL(url, "http://store").searchParams.get("uploadId")}`);
			if (method === "POST") response.end("<R><UploadId>parts</UploadId></R>");
		});
		server.listen(0, "127.0.0.1");
		await once(server, "listening");
		const { port } = server.address() as AddressInfo;
		const location = { bucket: "b", prefix: "", endpoint: `http://127.0.0.1:${port}`, pathStyle: true };
		store = new S3FileStore(location, directory, 1_000);
		await expect(put("large", Buffer.alloc(20 * 1024 * 1024))).rejects.toThrow("PutObject b/large: ");
		// Other requests have three attempts.
		expect(asked.filter((each) => each.startsWith("DELETE")).length).toBeLessThan(3);
		expect(new Set(asked)).toEqual(new Set(["POST null", "PUT parts", "DELETE parts"]));
		server.closeAllConnections();
		server.close();
	});

	test("a store that does not respond or has lost its marker fails the check in time, or with its signal", async () => {
		const silent = await startSilentServer();
		store = openFileStore(`s3://b?endpoint=http://${silent.at}`, directory);
		await expect(store.ask(new AbortController().signal)).rejects.toThrow("it has not answered for 5 s");
		await expect(store.ask(AbortSignal.abort())).rejects.toThrow("aborted");
		silent.stop();
		const unknown = KINDS.S3("never-opened").ask(new AbortController().signal);
		await expect(unknown).rejects.toThrow("its marker is missing");
	});

	test("a store that is readable but refuses a file gets test writes until one succeeds", async () => {
		let isWritable = false;
		const asked: string[] = [];
		const server = createHttpServer((request, response) => {
			const { method = "", url = "" } = request.resume();
			asked.push(`${method} ${url.split("?")[0]}`);
			if (isWritable || method !== "PUT") return void response.setHeader("ETag", '"1"').end();
			response.writeHead(403).end("<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>");
		});
		server.listen(0, "127.0.0.1");
		await once(server, "listening");
		const { port } = server.address() as AddressInfo;
		const location = { bucket: "b", prefix: "p/", endpoint: `http://127.0.0.1:${port}`, pathStyle: true };
		store = new S3FileStore(location, directory);
		const ask = () => store.ask(new AbortController().signal);
		const warned = vi.spyOn(console, "warn");
		await ask();
		await expect(put("file", "hello")).rejects.toThrow("PutObject b/p/file: AccessDenied: Access Denied");
		const refusal: unknown = await ask().catch((error: unknown) => error);
		expect(refusal).toMatchObject({ message: "PutObject b/p/.written: AccessDenied: Access Denied" });
		expect(storageProblem(refusal)).toBe(STORE_ONLY_READS);
		isWritable = true;
		await ask();
		asked.length = 0;
		await ask();
		expect(asked).toEqual(["HEAD /b/p/.identity"]);
		expect(warned).not.toHaveBeenCalled();
		server.close();
	});

	test("a slow reader is not disconnected", async () => {
		const large = Buffer.alloc(4_000_000, "x");
		const server = createServer((socket) => {
			socket.on("error", () => undefined);
			socket.on("data", (bytes) => {
				const whole = bytes.toString("latin1").includes("/large");
				const head = `HTTP/1.1 200 OK\r\nContent-Length: ${large.length}\r\nETag: "1"\r\n\r\n`;
				socket.write(Buffer.concat([Buffer.from(head), whole ? large : large.subarray(0, 10)]));
			});
		});
		server.listen(0, "127.0.0.1");
		await once(server, "listening");
		const { port } = server.address() as AddressInfo;
		const location = { bucket: "b", prefix: "", endpoint: `http://127.0.0.1:${port}`, pathStyle: true };
		store = new S3FileStore(location, directory, 200);
		const reader = await store.createReadStream("large");
		// Several times the timeout of a stalled store.
		for (let time = 0; time < 3; time += 1) await expect(read("cut-off")).rejects.toThrow();
		expect((await buffer(reader)).equals(large)).toBe(true);
		server.close();
	});

	test("slow readers do not block others", async () => {
		store = KINDS.S3("slow");
		await put("large", Buffer.alloc(4_000_000));
		const readers = await Promise.all(Array.from({ length: 60 }, () => store.createReadStream("large")));
		expect(await store.stat("large")).toEqual({ size: 4_000_000 });
		for (const reader of readers) reader.destroy();
	});

	test("a store that does not respond is reported by name too", async () => {
		const nowhere = openFileStore("s3://bucket?endpoint=http://127.0.0.1:9", directory);
		await expect(nowhere.identity()).rejects.toThrow(
			/FILE_STORE_URL names the bucket bucket at http:\/\/127\.0\.0\.1:9/,
		);
	});
});

describe("addresses", () => {
	test.each([
		"s3:",
		"s3://",
		"s3://bucket:80",
		"s3://key:secret@bucket",
		"s3://bucket?endpoint=https://key:secret@store.example",
		"s3://bucket?public-endpoint=https://key:secret@store.example",
		"s3://bucket?public-endpoint=https://store.example/path",
		"s3://bucket?public-endpoint=https://store.example?x=1",
		"s3://bucket?public-endpoint=https://store.example/%23x",
		"s3://bucket/a b",
		"s3://bucket?endpoint=store",
		"s3://bucket?regions=eu",
		"http://example.org",
		"file:",
		"file://host/path",
		"file:%zz",
	])("%s is rejected", (url) => {
		expect(() => openFileStore(url, directory)).toThrow(FileStoreUrlError);
		expect(() => openFileStore(url, directory)).toThrow("FILE_STORE_URL");
	});

	test("of S3 stores", () => {
		expect(parseS3Url("s3://bucket")).toEqual({ bucket: "bucket", prefix: "", pathStyle: false });
		expect(parseS3Url("s3://bucket/a/b/?region=eu-central-1")).toEqual({
			bucket: "bucket",
			prefix: "a/b/",
			region: "eu-central-1",
			pathStyle: false,
		});
		expect(parseS3Url("s3://bucket/a?endpoint=https://store.example:9000")).toEqual({
			bucket: "bucket",
			prefix: "a/",
			endpoint: "https://store.example:9000",
			pathStyle: true,
		});
		expect(parseS3Url("s3://bucket?endpoint=https://store.example&path-style=false").pathStyle).toBe(false);
		expect(parseS3Url("s3://bucket?public-endpoint=https://store.example").pathStyle).toBe(true);
	});
});
