import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { transact } from "@/lib/platform/db/transact";
import { FileMissingError, type FileStore } from "@/lib/platform/files/file-store";
import { log } from "@/lib/platform/log";
import type { Service } from "@/lib/platform/service";

/** Key of the last marker in the store, and of the known markers in the database. */
const LAST_MARKER = "sweeps/last";
const RECORD = "file_store_marks";
/** Concurrent processes of one service leave markers, so more than the last one may be found. */
const MAX_MARKERS = 100;

const markerRecord = z.object({ marks: z.array(z.string()), since: z.iso.datetime() });

/**
 * Since when this database has been the only user of the file store. Each call stores a new marker,
 * which the database records first, and reads the previous one. An unknown marker comes from a copy
 * of this database, or from its state after the backup that was restored. Either may record files
 * that this one does not, so the time starts again; it begins with the first call.
 */
export async function soleUserSince(service: Service): Promise<Date> {
	const previous = await readMarker(service.files);
	const marker = randomUUID();
	const { since, isForeign } = await transact(service.prisma, async (tx) => {
		const now = service.now().toISOString();
		const initial = JSON.stringify({ marks: [], since: now });
		await tx.serviceFact.createMany({ data: [{ name: RECORD, value: initial }], skipDuplicates: true });
		await tx.$queryRaw`SELECT 1 FROM service_facts WHERE name = ${RECORD} FOR UPDATE`;
		const { value } = await tx.serviceFact.findUniqueOrThrow({ where: { name: RECORD } });
		const known = markerRecord.parse(JSON.parse(value));
		const isForeign = previous !== undefined && !known.marks.includes(previous);
		const since = isForeign ? now : known.since;
		const marks = [marker, ...known.marks].slice(0, MAX_MARKERS);
		await tx.serviceFact.update({ where: { name: RECORD }, data: { value: JSON.stringify({ marks, since }) } });
		return { since, isForeign };
	});
	await storeMarker(service.files, marker);
	if (isForeign) {
		log.warn(
			"another database, or a newer state of this one, has used the file store: no files are removed until this database has been its only user for a month; set a separate FILE_STORE_URL for every database",
		);
	}
	return new Date(since);
}

async function readMarker(files: FileStore): Promise<string | undefined> {
	try {
		return (await text(await files.createReadStream(LAST_MARKER))).trim();
	} catch (error) {
		if (error instanceof FileMissingError) return undefined;
		throw error;
	}
}

async function storeMarker(files: FileStore, marker: string): Promise<void> {
	const path = join(await files.workDirectory(), `mark-${marker}`);
	await writeFile(path, `${marker}\n`, { mode: 0o600 });
	await files.put(LAST_MARKER, path);
}
