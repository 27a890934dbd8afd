import { open, rename, rm } from "node:fs/promises";
import type { DemoWorld } from "./demo-world";

/** Writes the credentials as JSON atomically, readable by their owner only. */
export async function writeCredentials(path: string, world: DemoWorld): Promise<void> {
	const draft = `${path}.${process.pid}`;
	try {
		// The mode applies to new files only, so remove an existing one with other permissions.
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
