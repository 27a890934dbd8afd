// npm run typecheck: generates sources (Prisma client, registry of routes, Next's types), then
// checks the project.
import { ensureGenerated } from "./building/generated.mjs";
import { withBuildLock } from "./building/lock.mjs";
import { commandOf } from "./building/project.mjs";
import { failWith, runTool } from "./building/run-tool.mjs";

try {
	await withBuildLock(async () => {
		await ensureGenerated();
		await runTool("next typegen", commandOf("next", "next"), ["typegen"], { quiet: true });
	});
	await runTool("tsc", commandOf("typescript", "tsc"), ["--noEmit"]);
} catch (error) {
	failWith(error);
}
