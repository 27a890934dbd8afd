import { chmod, mkdir, mkdtemp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createDataDirectory } from "./create-data-directory";

test("a template is copied with its empty directories, for its owner alone, where it was read-only", async () => {
	const place = await mkdtemp(join(tmpdir(), "data-directory-"));
	const template = join(place, "template");
	await mkdir(join(template, "pg_wal", "summaries"), { recursive: true });
	await writeFile(join(template, "PG_VERSION"), "18\n");
	await writeFile(join(template, "pg_wal", "1"), "log");
	await chmod(join(template, "pg_wal", "1"), 0o444);
	await createDataDirectory(join(place, "database"), template);
	const copied = await readdir(join(place, "database"), { recursive: true, withFileTypes: true });
	const entries = copied.map(async (entry) => {
		const path = join(entry.parentPath, entry.name);
		return [path.slice(join(place, "database").length + 1), (await stat(path)).mode & 0o777];
	});
	expect(Object.fromEntries(await Promise.all(entries))).toEqual({
		PG_VERSION: 0o600,
		pg_wal: 0o700,
		"pg_wal/1": 0o600,
		"pg_wal/summaries": 0o700,
	});
	expect(await readFile(join(place, "database", "pg_wal", "1"), "utf8")).toBe("log");
	expect(await readdir(place)).not.toContain("database.new");
});
