import { afterAll, beforeAll, expect, test } from "vitest";
import { log } from "@/lib/platform/log";
import { projectPath } from "@/lib/platform/project-path";
import { type ServedApi, serveApi } from "@/lib/tools/testing/serve-api";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, issueKey } from "@/lib/tools/testing/world";

let service: TestService;
let served: ServedApi;
beforeAll(async () => {
	log.level = "silent";
	service = await createTestService();
	served = await serveApi(service);
});
afterAll(async () => {
	await served.stop();
	await service.drop();
	log.level = "info";
});

test("a client generated from the document runs the main job", async () => {
	const world = await createWorld(service);
	// The project's compiler leaves it out, for want of the generated types: types.test.ts checks it.
	const job = projectPath("lib", "tools", "testing", "generated-client", "main-job.ts");
	const { runMainJob } = await import(/* @vite-ignore */ job);
	const deployment = await runMainJob({
		baseUrl: `http://127.0.0.1:${served.port}`,
		designerKey: await issueKey(service, world.designer, ["manage"]),
		administratorKey: await issueKey(service, world.administrator, ["manage", "administer"]),
		targetId: world.target.id,
		wait: () => new Promise(setImmediate),
	});
	expect(deployment).toMatchObject({ status: "activated", target_id: world.target.id });
});
