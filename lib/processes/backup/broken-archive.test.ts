import { cp, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openArchiveKey } from "@/lib/platform/archive/archive-key";
import { ArchiveReader } from "@/lib/platform/archive/archive-reader";
import { snapshotsOf } from "@/lib/platform/db/copy/snapshots";
import { FileMissingError, type FileStore } from "@/lib/platform/files/file-store";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { mountSmallDisk } from "@/lib/tools/testing/small-disk";
import { createRequest } from "@/lib/tools/testing/world";
import { newBackup, newestBackup, removeOldBackups } from "./backup-directory";
import { checkArchive } from "./check-archive";
import { exportArchive } from "./export-archive";
import { requireKnownMigrations } from "./require-known-migrations";
import { restoreSecret } from "./restore-secret";
import { createSavedWorld, PASSPHRASE, QUICK, store } from "./testing/saved-world";

let service: TestService;
let keys: string[];
let directory: string;
let path: string;
beforeAll(async () => {
	service = await createTestService();
	const world = await createSavedWorld(service, service.database.pool);
	({ keys } = world);
	// Its file was never there.
	await createRequest(service, world);
	directory = await mkdtemp(join(tmpdir(), "broken-archive-"));
	path = join(directory, "whole.backup");
	await exportTo(path);
});
afterAll(async () => {
	await service.drop();
	await rm(directory, { recursive: true, force: true });
});

const exportTo = (to: string, { files = service.files, passphrase = PASSPHRASE } = {}) => {
	const source = { openSnapshot: snapshotsOf(service.database.pool), files, secrets: service };
	return exportArchive(source, { path: to, passphrase, work: QUICK });
};

async function check(from: string, passphrase = PASSPHRASE) {
	const handle = await open(from, "r");
	try {
		return await checkArchive(new ArchiveReader(handle, await openArchiveKey(handle, passphrase)));
	} finally {
		await handle.close();
	}
}

/** Where the entries of the archive end. */
async function ends(): Promise<number[]> {
	const handle = await open(path, "r");
	const reader = new ArchiveReader(handle, await openArchiveKey(handle, PASSPHRASE));
	const found: number[] = [];
	for await (const _ of reader.entries()) found.push(reader.end.position);
	await handle.close();
	return [...found, reader.end.position];
}

async function changed(change: (bytes: Buffer) => Buffer): Promise<string> {
	const to = join(directory, "changed.backup");
	await writeFile(to, change(await readFile(path)));
	return to;
}

describe("an archive is refused, with the reason, before anything is done with it", () => {
	test("under another passphrase", async () => {
		expect((await check(path)).missing).toEqual(await lostKey());
		await expect(check(path, "ten other words in a row")).rejects.toThrow(
			"the passphrase is not the one that the archive was made with",
		);
	});

	test("when it was cut off, wherever that was", async () => {
		const all = await ends();
		const [files, some] = [all.slice(1, 5), all.filter((_, place) => place % 20 === 10)];
		const places = [...all.slice(-3, -1), ...some, ...[...files, ...some, all.at(-1) ?? 0].map((end) => end - 7)];
		for (const place of places) {
			const cut = join(directory, "cut.backup");
			await cp(path, cut);
			await truncate(cut, place);
			await expect(check(cut), String(place)).rejects.toThrow("the archive is cut off: its end is missing");
		}
	});

	test("when a byte of it was changed, or entries were exchanged or added", async () => {
		const all = await ends();
		const [header = 0, first = 0, second = 0] = all;
		for (const place of [header + 3, header + 30, first - 1, Math.floor((first + second) / 2), (all.at(-1) ?? 0) - 1]) {
			const bent = await changed((bytes) => {
				bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
				return bytes;
			});
			await expect(check(bent), String(place)).rejects.toThrow(/a part of it does not open|is cut off/);
		}
		const exchanged = await changed((bytes) => {
			const parts = [bytes.subarray(0, header), bytes.subarray(first, second), bytes.subarray(header, first)];
			return Buffer.concat([...parts, bytes.subarray(second)]);
		});
		await expect(check(exchanged)).rejects.toThrow("a part of it does not open");
		const longer = await changed((bytes) => Buffer.concat([bytes, Buffer.from("x")]));
		await expect(check(longer)).rejects.toThrow("it has bytes after its end");
	});

	test("when it is no archive, or of another version of the format or the service", async () => {
		const none = await changed(() => Buffer.from("PGDMP\n"));
		await expect(check(none)).rejects.toThrow("the file is not an archive of this service");
		const later = await changed((bytes) =>
			Buffer.from(bytes.toString("latin1").replace('"version":1', '"version":2'), "latin1"),
		);
		await expect(check(later)).rejects.toThrow("the archive has version 2 of the format");
		const { migrations } = await check(path);
		await requireKnownMigrations(migrations.slice(0, -1));
		const newer = [...migrations, { name: "20990101000000_later", checksum: "0".repeat(64) }];
		await expect(requireKnownMigrations(newer)).rejects.toThrow("the archive has the migration 20990101000000_later");
	});
});

async function lostKey(): Promise<string[]> {
	const builds = await service.prisma.build.findMany({ select: { file_key: true } });
	return builds
		.flatMap(({ file_key: fileKey }) => (fileKey === null || keys.includes(fileKey) ? [] : [fileKey]))
		.sort();
}

/** The service's files, with a look at each reading. */
function watched(look: (key: string) => Promise<void> | undefined): FileStore {
	const createReadStream = async (key: string) => {
		await look(key);
		return service.files.createReadStream(key);
	};
	return { createReadStream } as FileStore;
}

describe("an export", () => {
	test("that was ended goes on where it was, with the same passphrase alone", async () => {
		const to = join(directory, "continued.backup");
		const read: string[] = [];
		const failing = watched(async (key) => {
			if (keys.includes(key)) read.push(key);
			if (read.length === 2) throw new Error("killed");
		});
		await expect(exportTo(to, { files: failing })).rejects.toThrow("killed");
		expect(await stat(to).catch(() => null)).toBeNull();
		await writeFile(`${to}.part`, "and a half of what was killed", { flag: "a" });
		await expect(exportTo(to, { passphrase: "ten other words in a row" })).rejects.toThrow("cannot be resumed");
		const rest: string[] = [];
		const manifest = await exportTo(to, { files: watched(async (key) => void rest.push(key)) });
		expect(rest).not.toContain(read[0]);
		expect(await check(to)).toEqual(manifest);
		expect(manifest.files.map(({ key }) => key).sort()).toEqual([...keys].sort());
		expect(await readdir(directory)).not.toContain("continued.backup.part");
		await expect(exportTo(to)).rejects.toThrow("is there already: name a new file");
	});

	test("takes another snapshot where a file was removed after the first one", async () => {
		const removed = "builds/removed-meanwhile.tgt";
		await store(service.files, removed, Buffer.from("soon gone"));
		const where = { file_key: (await lostKey())[0] ?? null };
		await service.prisma.build.updateMany({ where, data: { file_key: removed } });
		const files = watched(async (key) => {
			if (key !== removed) return;
			await service.prisma.build.updateMany({ where: { file_key: removed }, data: { file_key: keys[0] ?? null } });
			throw new FileMissingError(key);
		});
		const manifest = await exportTo(join(directory, "meanwhile.backup"), { files });
		expect([manifest.missing, manifest.files.length]).toEqual([[], keys.length]);
		expect(JSON.stringify(manifest.files)).not.toContain(removed);
	});

	test("whose store breaks in the middle of a file keeps what it has, and is complete later", async () => {
		const to = join(directory, "broken.backup");
		const largest = keys.at(-1);
		const files = {
			createReadStream: async (key: string) => {
				if (key !== largest) return service.files.createReadStream(key);
				const half = async function* () {
					yield Buffer.alloc(300_000);
					throw new Error("the store cut it off");
				};
				return Readable.from(half());
			},
		} as unknown as FileStore;
		await expect(exportTo(to, { files })).rejects.toThrow("the store cut it off");
		expect(await check(to).catch(String)).toContain("ENOENT");
		const manifest = await exportTo(to);
		expect(await check(to)).toEqual(manifest);
	});

	const { directory: disk, isMounted, remove } = mountSmallDisk(1);
	afterAll(remove);
	test.runIf(isMounted)("on a full disk says so, and leaves nothing that looks like an archive", async () => {
		const to = join(disk, "full.backup");
		await expect(exportTo(to)).rejects.toThrow("ENOSPC");
		expect(await readdir(disk)).toEqual(["full.backup.part"]);
	});
});

test("a directory of backups goes on with an unfinished one, and keeps the newest", async () => {
	const backups = join(directory, "backups");
	const first = await newBackup(backups);
	expect(first).toMatch(/\/targeting-\d{8}T\d{6}Z\.backup$/);
	await expect(newestBackup(backups)).rejects.toThrow("has no complete backup");
	const names = ["20260101T000000Z", "20260102T000000Z", "20260103T000000Z"].map((time) => `targeting-${time}.backup`);
	for (const name of [...names, "targeting-20260104T000000Z.backup.part", "other.backup"]) {
		await writeFile(join(backups, name), "");
	}
	expect(await newBackup(backups)).toBe(join(backups, "targeting-20260104T000000Z.backup"));
	expect(await newestBackup(backups)).toBe(join(backups, names[2] ?? ""));
	expect(await removeOldBackups(backups, 2)).toEqual([names[0]]);
	expect((await readdir(backups)).length).toBe(4);
});

test("the secret of an archive is put where the service looks for it, and no other is replaced", async () => {
	const data = join(directory, "data");
	const secrets = { secret: "the secret of the archive, long", previousSecret: "the one that was before it, long" };
	const first = await restoreSecret({}, data, secrets);
	expect(first.written).toEqual([join(data, "secret"), join(data, "secret-previous")]);
	expect(await readFile(join(data, "secret"), "utf8")).toBe(`${secrets.secret}\n`);
	expect((await stat(join(data, "secret"))).mode & 0o777).toBe(0o600);
	expect((await restoreSecret({}, data, secrets)).written).toEqual([]);
	await expect(restoreSecret({}, data, { secret: "another secret, which is long" })).rejects.toThrow(
		`${join(data, "secret")} is not the secret of the archive`,
	);
	await first.takeBack();
	expect(await readdir(data)).toEqual([]);
	const changing = { NEXTAUTH_SECRET: "a new secret that is long", NEXTAUTH_SECRET_PREVIOUS: secrets.secret };
	expect((await restoreSecret(changing, data, { secret: secrets.secret })).written).toEqual([]);
});
