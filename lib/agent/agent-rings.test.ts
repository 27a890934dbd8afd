import { afterEach, beforeEach, expect, test } from "vitest";
import { AgentFixture, ask } from "@/lib/agent/testing/agent-fixture";
import { fenceInputOf } from "@/lib/engine/build-threads/fence-input-of";
import { proximityBytes } from "@/lib/formats/testing";
import { covers } from "@/lib/rules/geofences/covers";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { normalizeFeatures } from "@/lib/rules/geofences/parse";
import { accepted, squareRing } from "@/lib/rules/geofences/testing";

let fixture: AgentFixture;
beforeEach(async () => {
	fixture = await AgentFixture.create();
});
afterEach(() => fixture.stop());

const polygon = (...coordinates: unknown[]) => ({
	type: "Feature",
	properties: {},
	geometry: { type: "Polygon", coordinates },
});
const box = (west: number, east: number) =>
	polygon([
		[west, -20],
		[east, -20],
		[east, 20],
		[west, 20],
		[west, -20],
	]);

test("an agent answers over HTTP what the contents cover, whatever their rings do", async () => {
	const fences = accepted([
		...normalizeFeatures([
			polygon(squareRing(10, 10, 2), squareRing(11, 11, 2)),
			// The hole reaches from a part of an outline across the antimeridian to the other hemisphere.
			polygon(squareRing(170, 30, 20), [
				[-175, 35],
				[-60, 35],
				[60, 35],
				[60, 45],
				[-60, 45],
				[-175, 45],
			]),
			box(-100, 100),
			box(-180, 180),
			box(-180, 0),
			box(100, 300),
		]),
	]);
	expect(fences).toHaveLength(6);
	const bytes = await proximityBytes(
		fences.length,
		fences.map((fence, set) => fenceInputOf(set, fence)),
	);
	fixture.service.activate(fixture.service.row(Buffer.from(bytes), { deployment_id: "rings" }));
	const agent = await fixture.startAgent();
	await agent.when(() => agent.snapshot.files.length === 1);

	const points = [-20, -10, 0, 10.5, 11.5, 12.5, 31, 40, 50].flatMap((latitude) =>
		[-180, -179, -172, -160, -110, -60, 0, 10.5, 11.5, 12.5, 60, 110, 160, 172, 179, 180].map((longitude) => ({
			latitude,
			longitude,
		})),
	);
	const body = JSON.stringify(points);
	const headers = { "content-type": "application/json" };
	const answers = (await ask(agent, "/geopulse/proximity/indices", { method: "POST", body, headers })) as {
		targetingCode: string;
	}[][];
	const contained = (fence: Geofence, { latitude, longitude }: (typeof points)[number]) =>
		covers(fence, latitude, longitude);
	expect(answers.map((rows) => rows.map(({ targetingCode }) => targetingCode))).toEqual(
		points.map((point) => fences.flatMap((fence, set) => (contained(fence, point) ? [`code-${set}`] : []))),
	);
	// 12.5, 12.5 and 40, 0 lie in a hole alone, 40, -172 in a hole and its outline.
	const at = (latitude: number, longitude: number) =>
		answers[points.findIndex((point) => point.latitude === latitude && point.longitude === longitude)]?.map(
			({ targetingCode }) => targetingCode,
		);
	expect(at(12.5, 12.5)).toEqual(["code-0", "code-3"]);
	expect(at(40, 0)).toEqual(["code-1"]);
	expect(at(40, 172)).toEqual(["code-1"]);
	expect([...(at(40, -172) ?? []), ...(at(40, 110) ?? [])]).toEqual([]);
});
