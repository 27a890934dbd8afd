import { afterEach, expect, test, vi } from "vitest";
import { FileMissingError } from "@/lib/platform/files/file-store";
import { StorageError } from "@/lib/platform/files/storage-problem";
import { log } from "@/lib/platform/log";
import { metrics } from "./metrics";
import { reportFailure } from "./report-failure";

afterEach(() => vi.restoreAllMocks());

const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", syscall: "write" });
const away = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" });
const fault = new Error("A fault of the program.");

const buildFailures = async () => {
	const { values } = await metrics().own.failures.get();
	return values.find((sample) => sample.labels.part === "build")?.value ?? 0;
};

test.each([
	["a full disk", full, { cause: full.message }],
	["a store elsewhere", new StorageError("away", "TimeoutError: nothing"), { cause: "TimeoutError: nothing" }],
	["a database that is away", away, { cause: away.message }],
	["a file that was lost", new FileMissingError("a/b"), { cause: "the file store has no file a/b" }],
	["anything else", fault, { err: fault }],
])("%s is counted and told, with where in the program only if it is its fault", async (_, thrown, told) => {
	const logged = vi.spyOn(log, "error").mockImplementation(() => undefined);
	const before = await buildFailures();
	reportFailure("build", thrown, "a build waits to be tried again", { build: "1" });
	expect(logged.mock.calls).toEqual([[{ ...told, build: "1" }, "a build waits to be tried again"]]);
	expect(await buildFailures()).toBe(before + 1);
});
