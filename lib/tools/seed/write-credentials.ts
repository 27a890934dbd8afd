import { open, rename, rm } from "node:fs/promises";
import type { DemoWorld } from "./demo-world";

/** Writes the credentials as JSON, readable by their owner alone, whole or not at all. */
export async function writeCredentials(path: string, world: DemoWorld): Promise<void> {
	const draft = `${path}.${process.pid}`;
	try {
		// The mode holds for a new file only: whoever put one there keeps no way to read what is written now.
		await rm(draft, { force: true });
		const file = await open(draft, "wx", 0o600);
		try {
			await file.writeFile(`${JSON.stringify(world, null, "\t")}\n`);
			await file.sync();
		} finally {
			await file.close();
		}
		await rename(draft, path);
	} catch (error) {
		await rm(draft, { force: true });
		throw error;
	}
}
