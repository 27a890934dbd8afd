import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { DatabaseInUseError } from "@/lib/db/embedded/directory-lock";
import { EnvironmentError, parseEnvironment } from "@/lib/env";
import { mountSmallDisk } from "@/lib/testing/small-disk";
import { openService } from "./open-service";
import { tellingOfFullDisk } from "./tell-of-full-disk";

/** With room for a part of a new database. */
const { directory, isMounted, remove } = mountSmallDisk(4);
afterAll(remove);

describe("a full disk", () => {
	test.runIf(isMounted)("ends the first start with DATA_DIR, its value and the room left", async () => {
		const dataDirectory = join(directory, "data");
		const refused = await openService(parseEnvironment({ DATA_DIR: dataDirectory })).catch((error: unknown) => error);
		expect(refused).toBeInstanceOf(EnvironmentError);
		expect(String(refused)).toContain(`DATA_DIR is ${dataDirectory}, on a disk with 0.0 MB left: make room there. `);
		expect(String(refused)).not.toContain("LOG:");
	});

	test("is told before what went wrong, and not where it is not the cause", async () => {
		const failing = (error: unknown, tooLittle: number) =>
			tellingOfFullDisk(directory, () => Promise.reject(error), tooLittle).catch((thrown: unknown) => thrown);
		const stopped = new Error("The embedded database has stopped.");
		expect(String(await failing(stopped, Number.MAX_VALUE))).toMatch(
			/DATA_DIR is \S+, on a disk with \d+\.\d MB left: make room there\. The embedded database has stopped\.$/,
		);
		expect(await failing(stopped, 0)).toBe(stopped);
		for (const told of [new DatabaseInUseError(directory, "another"), new EnvironmentError("PORT is none.")]) {
			expect(await failing(told, Number.MAX_VALUE)).toBe(told);
		}
	});
});
