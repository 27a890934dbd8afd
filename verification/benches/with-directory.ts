import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Uses a directory of its own, and removes it afterwards. */
export async function withDirectory<Result>(use: (directory: string) => Promise<Result>): Promise<Result> {
	const directory = await mkdtemp(join(tmpdir(), "targeting-bench-"));
	return use(directory).finally(() => rm(directory, { recursive: true, force: true }));
}
