import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PUT as importGeofencesRoute } from "@/app/api/designs/[design_id]/sets/[set_id]/geofences/route";
import { POST as createDesignRoute } from "@/app/api/designs/route";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, issueKey } from "@/lib/tools/testing/world";

const GUID = "00000000-0000-4000-8000-000000000000";

describe.each(testDatabaseKinds())("a sender that waits to be asked for its body, on %s", (kind) => {
	let service: TestService;
	let key: string;
	beforeAll(async () => {
		service = await createTestService(kind);
		setService(service);
		key = await issueKey(service, (await createWorld(service)).designer, ["manage"]);
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	/** A body that records whether it was read. */
	function unread() {
		const state = { isRead: false };
		const pull = (controller: ReadableStreamDefaultController) => {
			state.isRead = true;
			controller.close();
		};
		return { state, body: new ReadableStream({ pull }, { highWaterMark: 0 }) };
	}

	test.each([
		["a wrong credential", { authorization: "Bearer tsk_wrong" }, 401],
		["no credential", {}, 401],
		["a body that is too large", { "content-length": "50000000" }, 413],
		["another type", { "content-type": "text/plain" }, 415],
		["an encoding", { "content-encoding": "gzip" }, 415],
	])("is refused without it: %s", async (_, wrong, status) => {
		const { state, body } = unread();
		const headers = { expect: "100-continue", "content-type": "application/json", ...wrong };
		const answer = await callRoute(createDesignRoute, { url: "/api/designs", method: "POST", body, headers });
		expect([answer.status, state.isRead]).toEqual([status, false]);
	});

	test("is refused without it: an import to a design that does not exist", async () => {
		const { state, body } = unread();
		const answer = await callRoute(importGeofencesRoute, {
			url: `/api/designs/${GUID}/sets/${GUID}/geofences`,
			method: "PUT",
			params: { design_id: GUID, set_id: GUID },
			body,
			headers: { expect: "100-continue", "content-type": "text/csv", authorization: `Bearer ${key}` },
		});
		expect([answer.status, state.isRead]).toEqual([404, false]);
	});

	test("is asked for it where nothing speaks against it", async () => {
		const { state, body } = unread();
		const headers = {
			expect: "100-continue",
			"content-type": "application/json",
			authorization: `Bearer ${key}`,
		};
		const answer = await callRoute(createDesignRoute, { url: "/api/designs", method: "POST", body, headers });
		expect([answer.status, state.isRead]).toEqual([400, true]);
	});
});
