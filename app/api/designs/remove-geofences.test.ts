import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { GET as designRoute } from "@/app/targeting/designs/[design_id]/route";
import { baseOf, withSet } from "@/components/features/designs/editor/draft";
import { saveDraft } from "@/components/features/designs/editor/save-draft";
import { getDesignDetail } from "@/lib/domain/designs/get-design-detail";
import { setService } from "@/lib/platform/service";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createProximityDesign, createWorld, issueKey } from "@/lib/tools/testing/world";
import { DELETE as removeRoute } from "./[design_id]/sets/[set_id]/geofences/route";

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
	setService(service);
});
afterAll(async () => {
	vi.unstubAllGlobals();
	setService(undefined);
	await service.drop();
});

test("a set without geofences is saved as empty, by the request that empties sets", async () => {
	const world = await createWorld(service);
	const key = await issueKey(service, world.designer, ["manage"]);
	const { id } = await createProximityDesign(service, world.designer);
	const design = await getDesignDetail(service, world.designer, id);
	const set = design.set_ids[0] ?? "";
	// The page's requests reach the service's routes.
	vi.stubGlobal("fetch", (path: string, init: RequestInit = {}) => {
		const headers = new Headers(init.headers);
		const url = new URL(path, "http://localhost");
		if (init.method === "DELETE") headers.set("authorization", `Bearer ${key}`);
		else url.searchParams.set("KEY", key);
		const request = new Request(url, { ...init, headers });
		const params = { design_id: design.id, set_id: set };
		return (init.method === "DELETE" ? removeRoute : designRoute)(request, { params: Promise.resolve(params) });
	});
	const base = baseOf(design, [
		[{ type: "Feature", geometry: { type: "Point", coordinates: [13.4, 52.5] }, properties: { radius: 100 } }],
	]);
	const emptied = withSet(base.draft, set, (own) => ({ ...own, fences: [] }));
	const reached: number[] = [];
	const saved = await saveDraft(base, emptied, {
		onAdvance: ({ design: next }) => reached.push(next.revision),
		onProgress: () => undefined,
	});
	expect(saved.sets.map(({ fences }) => fences)).toEqual([[]]);
	expect(reached).toEqual([2, 2]);
	const { geofence_collection_id: geofenceCollectionId } = await service.prisma.designSet.findUniqueOrThrow({
		where: { id: set },
	});
	expect(geofenceCollectionId).toBeNull();
});
