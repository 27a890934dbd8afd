import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { log } from "@/lib/platform/log";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import { eventually } from "@/lib/tools/testing/eventually";
import { mountSmallDisk } from "@/lib/tools/testing/small-disk";
import { disks, failedDirectory, readDisks, roomOf, setDiskUse } from "./disks";
import { FileMissingError } from "./file-store";
import { StorageError } from "./storage-problem";
import { watchDisks } from "./watch-disks";

const data = mountSmallDisk(30);
const files = mountSmallDisk(30);
const mounted = data.isMounted && files.isMounted;
afterEach(() => {
	setDiskUse(undefined);
	vi.restoreAllMocks();
});
afterAll(() => {
	data.remove();
	files.remove();
});

const use = (more: object = {}) =>
	setDiskUse({ dataDirectory: data.directory, fileDirectory: files.directory, embedded: true, ...more });
const failing = (code: string, fields: object = {}) =>
	Object.assign(new Error(`${code}: it failed`), { code, ...fields });
const GB = 1_000_000_000;

test.each([
	[50 * GB, 100 * GB, "enough"],
	[0.999 * GB, 100 * GB, "little"],
	[0.999 * GB, 10 * GB, "enough"],
	[0.019 * GB, 0.02 * GB, "none"],
	[0.021 * GB, 0.022 * GB, "enough"],
])("%i free bytes of %i are %s", (free, total, room) => {
	expect(roomOf(free, total)).toBe(room);
});

test.runIf(mounted)("lists each disk once with its contents", async () => {
	use();
	expect(await readDisks()).toMatchObject([
		{ directory: data.directory, holds: ["data_dir"], room: "enough" },
		{ directory: files.directory, holds: ["file_store"], room: "enough" },
	]);
	use({ fileDirectory: join(data.directory) });
	expect(await readDisks()).toMatchObject([{ directory: data.directory, holds: ["data_dir", "file_store"] }]);
	use({ fileDirectory: undefined });
	expect(await readDisks()).toMatchObject([{ directory: data.directory, holds: ["data_dir"] }]);
	use({ fileDirectory: join(files.directory, "gone") });
	expect(await readDisks()).toMatchObject([{ directory: data.directory, holds: ["data_dir"] }]);
});

test("a failure names the directory of the disk that failed", () => {
	const left = expect.any(Number);
	const noRoom = failing("P2039", { meta: { driverAdapterError: { cause: { originalCode: "53100" } } } });
	const panic = new Error("the embedded database has stopped: PANIC: could not write: No space left on device");
	const full = failing("ENOSPC", { syscall: "write" });
	use();
	expect(failedDirectory(full)).toEqual({ directory: files.directory, mb_left: left });
	expect(failedDirectory(failing("EROFS", { syscall: "mkdir" }))).toEqual({ directory: files.directory });
	expect(failedDirectory(new FileMissingError("builds/1.tgt"))).toEqual({ directory: files.directory });
	for (const inDatabase of [noRoom, panic]) {
		expect(failedDirectory(inDatabase)).toEqual({ directory: data.directory, mb_left: left });
	}
	for (const elsewhere of [
		new StorageError("the file store cannot be used now", "ECONNREFUSED"),
		failing("ECONNREFUSED", { syscall: "connect" }),
		failing("EMFILE", { syscall: "open" }),
		new Error("A fault of the program."),
	]) {
		expect(failedDirectory(elsewhere)).toEqual({});
	}
	// With a remote store this machine holds work files only; with a PostgreSQL server nothing.
	use({ fileDirectory: undefined, embedded: false });
	expect(failedDirectory(full)).toEqual({ directory: data.directory, mb_left: left });
	for (const elsewhere of [noRoom, new FileMissingError("builds/1.tgt")])
		expect(failedDirectory(elsewhere)).toEqual({});
});

test.runIf(mounted)("a full disk is logged once, then hourly, and when it has room again", async () => {
	const said = vi.spyOn(log, "error").mockImplementation(() => undefined);
	const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
	let now = 0;
	vi.spyOn(performance, "now").mockImplementation(() => now);
	const look = async (atMs: number) => {
		now = atMs;
		await watchDisks();
		return [said.mock.calls.splice(0).map(([about]) => about), warned.mock.calls.splice(0).map(([about]) => about)];
	};
	use();
	expect(await look(0)).toEqual([[], []]);
	const big = join(files.directory, "big");
	const refused = await writeFile(big, Buffer.alloc(40_000_000)).catch((error: unknown) => error);
	logFailure(refused, "an upload failed");
	const directory = files.directory;
	const full = expect.objectContaining({ directory, holds: ["file_store"], mb_left: 0 });
	// The disk itself is told of at once, without waiting for the next round of the job.
	await eventually(() => expect(disks()).toMatchObject([{ room: "enough" }, { directory, room: "none" }]));
	await eventually(() => expect(said.mock.calls).toHaveLength(2));
	expect(said.mock.calls.splice(0)).toEqual([
		[{ cause: "ENOSPC: no space left on device, write", directory, mb_left: 0 }, "an upload failed"],
		[full, expect.stringContaining("a disk is full")],
	]);
	expect(await look(15_000)).toEqual([[], []]);
	expect(await look(3_599_000)).toEqual([[], []]);
	expect(await look(3_600_000)).toEqual([[full], []]);
	await writeFile(big, "");
	expect(await look(3_630_000)).toEqual([[], [expect.objectContaining({ directory })]]);
	expect(await look(9_000_000)).toEqual([[], []]);
});
