// npm run typecheck: the generated types first (Prisma client, Next's routes), then the whole project.
import { withBuildLock } from "./building/lock.mjs";
import { ensurePrismaClient } from "./building/prisma-client.mjs";
import { commandOf } from "./building/project.mjs";
import { failWith, runTool } from "./building/run-tool.mjs";

try {
	await withBuildLock(async () => {
		await ensurePrismaClient();
		await runTool("next typegen", commandOf("next", "next"), ["typegen"], { quiet: true });
	});
	await runTool("tsc", commandOf("typescript", "tsc"), ["--noEmit"]);
} catch (error) {
	failWith(error);
}
