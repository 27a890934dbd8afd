import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { transact } from "@/lib/platform/db/transact";
import { FileMissingError, type FileStore } from "@/lib/platform/files/file-store";
import { log } from "@/lib/platform/log";
import type { Service } from "@/lib/platform/service";

/** Where the store keeps the last mark, and under which the database keeps those that it knows. */
const LAST_MARK = "sweeps/last";
const FACT = "file_store_marks";
/** Processes of one service leave theirs side by side: of each more than the last may be met. */
const MARKS_KEPT = 100;

const marksFact = z.object({ marks: z.array(z.string()), since: z.iso.datetime() });

/**
 * Since when this database has been the file store's only user, as far as marks tell. Each call leaves a new mark in the store,
 * which the database knows before, and meets the one left last: one that it does not know was left under a copy of it, or under a
 * newer state of it than the backup that was put in its place. Either may tell of files of which this one knows nothing, so that
 * from then on the time is counted anew; it begins with the first call.
 */
export async function soleUserSince(service: Service): Promise<Date> {
	const met = await readMark(service.files);
	const mark = randomUUID();
	const { since, isForeign } = await transact(service.prisma, async (tx) => {
		const now = service.now().toISOString();
		const nothingYet = JSON.stringify({ marks: [], since: now });
		await tx.serviceFact.createMany({ data: [{ name: FACT, value: nothingYet }], skipDuplicates: true });
		await tx.$queryRaw`SELECT 1 FROM service_facts WHERE name = ${FACT} FOR UPDATE`;
		const { value } = await tx.serviceFact.findUniqueOrThrow({ where: { name: FACT } });
		const known = marksFact.parse(JSON.parse(value));
		const isForeign = met !== undefined && !known.marks.includes(met);
		const since = isForeign ? now : known.since;
		const marks = [mark, ...known.marks].slice(0, MARKS_KEPT);
		await tx.serviceFact.update({ where: { name: FACT }, data: { value: JSON.stringify({ marks, since }) } });
		return { since, isForeign };
	});
	await leaveMark(service.files, mark);
	if (isForeign) {
		log.warn(
			"another database uses the file store too, or a newer state of this one did: no files are removed from it until this one has been alone with it for a month; give every database a FILE_STORE_URL of its own",
		);
	}
	return new Date(since);
}

async function readMark(files: FileStore): Promise<string | undefined> {
	try {
		return (await text(await files.createReadStream(LAST_MARK))).trim();
	} catch (error) {
		if (error instanceof FileMissingError) return undefined;
		throw error;
	}
}

async function leaveMark(files: FileStore, mark: string): Promise<void> {
	const path = join(await files.workDirectory(), `mark-${mark}`);
	await writeFile(path, `${mark}\n`, { mode: 0o600 });
	await files.put(LAST_MARK, path);
}
