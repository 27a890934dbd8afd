import { execFileSync } from "node:child_process";
import { build } from "esbuild";
import { expect, test, vi } from "vitest";
import { log, logRequest } from "./log";

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

test("requests that are refused with 503 are one line, and a line with their number a minute while they are", () => {
	vi.useFakeTimers();
	const errors = vi.spyOn(log, "error").mockImplementation(() => undefined);
	const answered = (status: number, requestId: string) =>
		logRequest({
			method: "GET",
			path: () => "/targeting/designs",
			route: "/targeting/designs",
			status,
			milliseconds: 1,
			requestId,
			clientAddress: "192.0.2.1",
			caller: undefined,
		});
	const logged = () => errors.mock.calls.splice(0).map(([fields]) => fields);
	for (let number = 0; number < 3_556; number++) answered(503, `${number}`);
	expect(logged()).toEqual([expect.objectContaining({ status: 503, request_id: "0" })]);
	vi.advanceTimersByTime(60_000);
	expect(logged()).toEqual([expect.objectContaining({ status: 503, request_id: "3555", repeated: 3_555 })]);
	vi.advanceTimersByTime(60_000);
	expect(logged()).toEqual([]);
	answered(503, "later");
	for (const id of ["a", "b"]) answered(500, id);
	expect(logged().map((fields) => Reflect.get(Object(fields), "request_id"))).toEqual(["later", "a", "b"]);
	vi.useRealTimers();
	errors.mockRestore();
});
