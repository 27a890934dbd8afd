import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readGeofences } from "@/lib/engine/geofences/chunks";
import { InvalidArgumentError, VersionMismatchError } from "@/lib/rules/errors";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { circle, inPieces } from "@/lib/rules/geofences/testing";
import { updateById } from "@/lib/rules/geofences/update-by-id";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createProximityDesign, createWorld, type World } from "@/lib/tools/testing/world";
import { type GeofenceUpload, importGeofences } from "./import-geofences";
import { findSetGeofences } from "./read-set-geofences";

const shop = (id: string | undefined, longitude: number, properties: Record<string, unknown> = {}) =>
	({ ...circle(longitude, 1, { radius: 100, ...properties }), ...(id === undefined ? {} : { id }) }) as Geofence;

describe.each(testDatabaseKinds())("an update by id on %s", (kind) => {
	let service: TestService;
	let world: World;
	let path: { designId: string; setId: string };
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
		const design = await createProximityDesign(service, world.designer);
		path = { designId: design.id, setId: design.set_ids[0] ?? "" };
	});
	afterAll(() => service.drop());

	const send = (body: string | readonly Geofence[], options: Partial<GeofenceUpload> = {}) =>
		importGeofences(service, world.designer, path, {
			contentType: null,
			body: inPieces(typeof body === "string" ? body : JSON.stringify(body)),
			...options,
		});
	const update = (body: string | readonly Geofence[], options: Partial<GeofenceUpload> = {}) =>
		send(body, { mode: "update", ...options });
	async function stored(): Promise<Geofence[]> {
		const found: Geofence[] = [];
		for await (const geofence of readGeofences(await findSetGeofences(service, world.designer, path))) {
			found.push(geofence);
		}
		return found;
	}
	const collections = () => service.prisma.geofenceCollection.count();

	const SET = [
		shop("A", 1, { name: "a", floors: 3 }),
		shop(undefined, 2),
		shop("B", 3),
		shop("M", 4),
		shop("M", 5),
		shop("C", 6),
	];

	test("replaces what has an id of the file, adds what is new, and leaves all else", async () => {
		await send(SET);
		const before = await collections();
		const file = [shop("N", 9), shop("B", 3, { city: "Bern" }), shop("A", 1, { name: "a", floors: "3" }), shop("M", 7)];
		const answer = await update(file);
		expect(answer).toMatchObject({
			accepted_row_count: 4,
			added_count: 1,
			updated_count: 2,
			unchanged_count: 1,
			kept_count: 3,
			removed_count: 1,
			refused: [],
			bounds: [expect.closeTo(1, 2), expect.closeTo(1, 2), expect.closeTo(9, 2), expect.closeTo(1, 2)],
			design_size: 6,
		});
		const now = await stored();
		expect(now).toEqual([SET[0], SET[1], SET[5], shop("N", 9), shop("B", 3, { city: "Bern" }), shop("M", 7)]);
		expect(now).toEqual(updateById(SET, file).geofences);
		expect(await collections()).toBe(before);
		const event = await service.prisma.auditEvent.findFirstOrThrow({
			where: { design_id: path.designId },
			orderBy: { id: "desc" },
		});
		expect(event.detail).toMatchObject({ accepted: 4, updated: 2, kept: 3 });

		const again = await update(file);
		expect(again).toMatchObject({ unchanged_count: 4, updated_count: 0, added_count: 0, revision: answer.revision });
		expect(await collections()).toBe(before);
		const { revision } = answer;
		await expect(update(file, { expectedRevision: revision - 1 })).rejects.toThrow(VersionMismatchError);
	});

	test("takes a table with all rows of an id, and names rows without one", async () => {
		await send([shop("A", 1), shop("B", 2)]);
		const answer = await update("id,lat,lon,radius\nA,1,8,50\n,1,9,50\nA,1,7,50\nZ,1,2,50\n");
		expect(answer).toMatchObject({
			updated_count: 1,
			added_count: 2,
			kept_count: 1,
			refused_row_count: 1,
			refused: [{ line: 3, reason: "No id, by which an update finds its geofence." }],
			warnings: [expect.objectContaining({ kind: "duplicate_id" })],
		});
		const rejected = update(`${JSON.stringify(circle(1, 1))}\n`);
		await expect(rejected).rejects.toThrow(InvalidArgumentError);
		await expect(rejected).rejects.toThrow("the only row is refused, the first (line 1) because: No id, by which");
		expect(await stored()).toHaveLength(4);
	});

	test("all parts of a Feature take the place of all geofences with its id", async () => {
		await send([shop("P", 1), shop("Q", 2)]);
		const points = {
			type: "MultiPoint",
			coordinates: [
				[5, 1],
				[6, 1],
			],
		};
		const parts = JSON.stringify({ ...circle(0, 0, { radius: 100 }), id: "P", geometry: points });
		expect(await update(parts)).toMatchObject({ updated_count: 1, added_count: 1, kept_count: 1, refused: [] });
		expect(await stored()).toEqual([shop("Q", 2), shop("P", 5), shop("P", 6)]);
		expect(await update(parts)).toMatchObject({ unchanged_count: 2, updated_count: 0, kept_count: 3 });
		// As an export has them: a row for each part.
		expect(await update("id,lat,lon,radius\nP,1,5,100\nP,1,6,100\n")).toMatchObject({
			unchanged_count: 2,
			kept_count: 3,
		});
	});

	test("of a set that others change meanwhile is made again of what is there then", async () => {
		await send([shop("A", 1)]);
		async function* slowly() {
			yield* inPieces(JSON.stringify([shop("A", 2)]));
		}
		const { prisma } = service;
		let interfere = true;
		const rival = {
			...service,
			prisma: new Proxy(prisma, {
				get(target, name) {
					if (name !== "$transaction" || !interfere) return Reflect.get(target, name);
					interfere = false;
					return async (...call: unknown[]) => {
						await send([shop("A", 1), shop("B", 5)]);
						return (target.$transaction as (...all: unknown[]) => unknown)(...call);
					};
				},
			}),
		} as TestService;
		const upload = { contentType: null, body: slowly(), mode: "update" as const };
		const answer = await importGeofences(rival, world.designer, path, upload);
		expect(answer).toMatchObject({ updated_count: 1, kept_count: 1 });
		expect(await stored()).toEqual([shop("B", 5), shop("A", 2)]);
	});
});
