import { execFileSync } from "node:child_process";
import { build } from "esbuild";
import { expect, test } from "vitest";

test("a process that flushes writes its last lines, in order", async () => {
	// The only thread that writes is busy when the first line comes.
	const program = `
		import { pbkdf2 } from "node:crypto";
		import { log } from "@/lib/platform/log";
		pbkdf2("password", "salt", 200_000, 64, "sha512", () => undefined);
		log.info("stopping");
		log.info("stopped");
		log.flush(() => process.exit(0));
	`;
	const { outputFiles } = await build({
		stdin: { contents: program, resolveDir: process.cwd(), loader: "ts" },
		bundle: true,
		write: false,
		platform: "node",
		format: "cjs",
		logLevel: "silent",
	});
	const { PATH = "" } = process.env;
	const written = execFileSync(process.execPath, ["-"], {
		input: outputFiles[0]?.text ?? "",
		env: { PATH, NODE_ENV: "test", UV_THREADPOOL_SIZE: "1" },
	});
	const lines = String(written).trimEnd().split("\n");
	expect(lines.map((line) => JSON.parse(line).msg)).toEqual(["stopping", "stopped"]);
});
