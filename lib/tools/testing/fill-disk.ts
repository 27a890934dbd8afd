import { open, rm } from "node:fs/promises";
import { join } from "node:path";

const NAME = "of-another-program";
/** The last one leaves no room for the smallest file. */
const PARTS = [1_000_000, 4_096];

/** Writes to a disk until nothing fits on it. Gives what frees it again. */
export async function fillDisk(directory: string): Promise<() => Promise<void>> {
	const path = join(directory, NAME);
	const file = await open(path, "a");
	try {
		for (const size of PARTS) {
			const part = Buffer.alloc(size);
			while (await fits(file, part));
		}
	} finally {
		await file.close();
	}
	return () => rm(path, { force: true });
}

async function fits(file: Awaited<ReturnType<typeof open>>, part: Buffer): Promise<boolean> {
	try {
		return (await file.write(part)).bytesWritten === part.length;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
		return false;
	}
}
