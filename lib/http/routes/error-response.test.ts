import { expect, test, vi } from "vitest";
import { FileMissingError } from "@/lib/platform/files/file-store";
import { StorageError } from "@/lib/platform/files/storage-problem";
import { log } from "@/lib/platform/log";
import { AuthError, InvalidArgumentError, NotFoundError, ThrottledError } from "@/lib/rules/errors";
import { errorResponse, tokenErrorResponse } from "./error-response";

const coded = (code: string, fields: object = {}) =>
	Object.assign(new Error(`it failed: ${code}`), { code, ...fields });

test.each([
	[coded("ECONNREFUSED", { syscall: "connect" }), "the database cannot be used now: try again in a few seconds"],
	[coded("57P01"), "the database cannot be used now: try again in a few seconds"],
	[coded("57014"), "the database cannot be used now: try again in a few seconds"],
	[
		coded("P2039", {
			meta: { driverAdapterError: { cause: { kind: "postgres", code: "53100", originalCode: "53100" } } },
		}),
		"the database cannot be used now: try again in some minutes",
		"120",
	],
	[
		coded("P2010", {
			meta: {
				driverAdapterError: {
					cause: { kind: "postgres", code: "XX000", originalCode: "XX000", message: "could not write init file" },
				},
			},
		}),
		"the database cannot be used now: try again in some minutes",
		"120",
	],
	[coded("P2028"), "the service is busy: try again in a few seconds"],
	[coded("P1018"), "the service is busy: try again in a few seconds"],
	[
		coded("P2010", {
			meta: { driverAdapterError: { cause: { kind: "postgres", code: "55P03", originalCode: "55P03" } } },
		}),
		"the service is busy: try again in a few seconds",
	],
	[coded("ENOSPC", { syscall: "write" }), "the file store is full: try again in some minutes", "120"],
	[
		new Error("the embedded database has stopped: PANIC: could not write: No space left on device"),
		"the database cannot be used now: try again in some minutes",
		"120",
	],
	[
		new StorageError("the file store cannot be used now", "ECONNREFUSED"),
		"the file store cannot be used now: try again in a few seconds",
	],
	[
		new FileMissingError("builds/1.tgt"),
		"the file is missing in the service's file store: report it with the request id an-id",
	],
	[coded("EROFS", { syscall: "mkdir" }), "the service cannot store files: try again in a few seconds"],
])("what the service lacks is a 503 that says when to come again: %s", async (thrown, message, seconds = "5") => {
	for (const [answer, envelope] of [
		[errorResponse(thrown, "an-id"), { version: 4, status: "error", error_type: "Unavailable", message }],
		[tokenErrorResponse(thrown, "an-id"), { version: 4, status: "error", message }],
	] as const) {
		expect([answer.status, answer.headers.get("retry-after"), await answer.json()]).toEqual([503, seconds, envelope]);
	}
});

test("an unexpected error is a 500 with the request's id alone", async () => {
	const message = "internal error: report it with the request id an-id";
	const answer = errorResponse(coded("23505"), "an-id");
	expect([answer.status, answer.headers.get("retry-after")]).toEqual([500, null]);
	expect(await answer.json()).toEqual({ version: 4, status: "error", error_type: "Internal", message });
});

test("an unavailable resource is logged once, with the request's id and its cause", () => {
	const logged = vi.spyOn(log, "error").mockImplementation(() => undefined);
	const message = "Transaction API error: Unable to start a transaction in the given time.";
	errorResponse(Object.assign(new Error(message), { code: "P2028" }), "an-id");
	errorResponse(Object.assign(new Error("canceling statement due to lock timeout"), { code: "55P03" }), "another");
	expect(logged.mock.calls).toEqual([
		[{ cause: message, request_id: "an-id" }, "the database took too long"],
		[{ cause: "canceling statement due to lock timeout", request_id: "another" }, "the database took too long"],
	]);
	logged.mockRestore();
});

test.each([[null], ["P2028"], [{}], [{ code: "P2027" }]])("whatever else is thrown is a 500: %j", (thrown) => {
	expect(errorResponse(thrown, "an-id").status).toBe(500);
});

test("a refusal stays one, though a name in it reads like a failure of the database", async () => {
	const message = "no design is called 'No space left on device'";
	const answer = errorResponse(new NotFoundError(message), "an-id");
	expect([answer.status, answer.headers.get("retry-after"), await answer.json()]).toEqual([
		404,
		null,
		{ version: 4, status: "error", error_type: "NotFound", message },
	]);
	expect(errorResponse(new ThrottledError("too many", 7), "an-id").headers.get("retry-after")).toBe("7");
	const token = tokenErrorResponse(new ThrottledError("too many", 7), "an-id");
	expect([token.status, await token.json()]).toEqual([403, { version: 4, status: "error", message: "throttled" }]);
	const { headers } = errorResponse(new AuthError("no valid credential"), "an-id");
	expect(headers.get("www-authenticate")).toBe('Bearer realm="Targeting Service"');
});

test("the details of a refusal are part of its answer", async () => {
	const thrown = new InvalidArgumentError("no", { parameter: "a", detail: { rows: [1] } });
	expect(await errorResponse(thrown, "an-id").json()).toMatchObject({ rows: [1] });
});
