import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Principal } from "@/lib/domain/access/principal";
import { claimBuild } from "@/lib/domain/builds/claim-build";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { rejectBuild } from "@/lib/domain/builds/settle-build";
import { readGeofences } from "@/lib/engine/geofences/chunks";
import { parseEnvironment } from "@/lib/platform/env";
import {
	ForbiddenError,
	InvalidArgumentError,
	InvalidStateError,
	NotFoundError,
	TooLargeError,
	UnsupportedMediaTypeError,
	VersionMismatchError,
} from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { circle, createProximityDesign, createRequest, createWorld, type World } from "@/lib/tools/testing/world";
import { createDesign } from "./create-design";
import { editDesign } from "./edit-design";
import { getDesignDetail } from "./get-design-detail";
import { importGeofences } from "./import-geofences";
import { listDesigns } from "./list-designs";
import { findSetGeofences } from "./read-set-geofences";

describe.each(testDatabaseKinds())("designs on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	async function* bytes(text: string): AsyncGenerator<Uint8Array> {
		const whole = new TextEncoder().encode(text);
		for (let at = 0; at < whole.length; at += 1_000) yield whole.subarray(at, at + 1_000);
	}
	const csv = (rows: readonly string[]) => ["latitude,longitude,radius,name", ...rows].join("\n");
	const upload = (
		principal: Principal,
		path: { designId: string; setId: string },
		text: string,
		options: { contentType?: string; expectedRevision?: number; mode?: "add" } = {},
	) =>
		importGeofences(service, principal, path, {
			contentType: options.contentType ?? "text/csv",
			body: bytes(text),
			expectedRevision: options.expectedRevision,
			...(options.mode === undefined ? {} : { mode: options.mode }),
		});
	const names = async (designId: string, setId: string) => {
		const found: unknown[] = [];
		const chunks = await findSetGeofences(service, world.designer, { designId, setId });
		for await (const geofence of readGeofences(chunks)) found.push(geofence.properties.name);
		return found;
	};
	async function emptyDesign() {
		const design = await createDesign(service, world.designer, {
			name: "Places",
			type: "proximity",
			sets: [{ set_name: "Coffee & tea" }, { set_name: "Coffee & tea" }],
		});
		return { design, path: { designId: design.id, setId: design.set_ids[0] ?? "" } };
	}

	test("10,000 geofences from a file replace a set's contents and come back in order", async () => {
		const { path } = await emptyDesign();
		const rows = Array.from({ length: 10_000 }, (_, at) => `${(at % 170) - 85},${(at % 359) - 179},${50 + at},n${at}`);
		const answer = await upload(world.designer, path, csv(rows));
		expect(answer).toMatchObject({ accepted_row_count: 10_000, refused_row_count: 0, design_size: 10_000 });
		expect(await names(path.designId, path.setId)).toEqual(rows.map((_, at) => `n${at}`));
		const smaller = await upload(world.designer, path, csv(["1,2,3,one"]));
		expect(smaller).toMatchObject({ design_size: 1, bounds: expect.any(Array) });
		expect(await service.prisma.geofenceCollection.count({ where: { geofence_count: 10_000 } })).toBe(0);
	});

	test("a file is added after what a set has, up to its limit, and leaves one collection", async () => {
		const { path } = await emptyDesign();
		const add = (rows: string[]) => upload(world.designer, path, csv(rows), { mode: "add" });
		expect(await add(["1,2,3,one"])).toMatchObject({ kept_count: 0, removed_count: 0, design_size: 1 });
		const rows = Array.from({ length: 2_500 }, (_, at) => `${at % 80},${at % 170},10,n${at}`);
		const answer = await add(rows);
		expect(answer).toMatchObject({ accepted_row_count: 2_500, kept_count: 1, removed_count: 0, design_size: 2_501 });
		expect(answer.bounds?.[2]).toBeGreaterThan(168);
		expect(await names(path.designId, path.setId)).toEqual(["one", ...rows.map((_, at) => `n${at}`)]);
		expect(await upload(world.designer, path, csv(["1,2,3,last"]))).toMatchObject({
			kept_count: 0,
			removed_count: 2_501,
		});
		expect(await service.prisma.geofenceCollection.count({ where: { sets: { none: {} } } })).toBe(0);
		await service.prisma.geofenceCollection.updateMany({
			data: { geofence_count: 1_000_000 },
			where: { sets: { some: { id: path.setId } } },
		});
		await expect(add(["1,2,3,more"])).rejects.toThrow("a set takes at most 1,000,000 geofences");
		expect(await names(path.designId, path.setId)).toEqual(["last"]);
		expect(await service.prisma.geofenceCollection.count({ where: { sets: { none: {} } } })).toBe(0);
	});

	test("refused rows are listed with line and reason; the others are accepted", async () => {
		const { path } = await emptyDesign();
		const answer = await upload(
			world.designer,
			path,
			csv(["52.5,13.4,100,good", "95,13.4,100,bad", "52.5,13.5,,fine"]),
		);
		expect(answer).toMatchObject({ accepted_row_count: 2, refused_row_count: 1, refused: [{ line: 3 }] });
		expect(answer.refused[0]?.reason).toMatch(/latitude/i);
	});

	test("a file whose rows are all refused leaves the set unchanged", async () => {
		const { path } = await emptyDesign();
		await upload(world.designer, path, csv(["52.5,13.4,100,kept"]));
		await expect(upload(world.designer, path, csv(["95,13.4,100,bad"]))).rejects.toThrow(InvalidArgumentError);
		await expect(upload(world.designer, path, "{")).rejects.toThrow(InvalidArgumentError);
		await expect(
			upload(world.designer, path, "\xff", { contentType: "multipart/form-data; boundary=x" }),
		).rejects.toThrow(UnsupportedMediaTypeError);
		expect(await names(path.designId, path.setId)).toEqual(["kept"]);
		expect(await service.prisma.geofenceCollection.count({ where: { sets: { none: {} } } })).toBe(0);
	});

	test("an import that is cut off, or ends in what cannot be read, changes nothing and leaves nothing", async () => {
		const { design, path } = await emptyDesign();
		await upload(world.designer, path, csv(["52.5,13.4,100,first"]));
		const before = await service.prisma.geofenceCollection.count();
		async function* cutOff(last: () => void) {
			const rows = Array.from({ length: 5_000 }, (_, index) => `${index % 80},${index % 170},10,x`);
			yield new TextEncoder().encode(`${csv(rows)}\n`);
			last();
			yield new Uint8Array([0xff, 0xfe]);
		}
		for (const last of [
			() => {
				throw new InvalidArgumentError("The request ended before its body was complete.");
			},
			() => undefined,
		]) {
			const attempt = importGeofences(service, world.designer, path, { contentType: "text/csv", body: cutOff(last) });
			await expect(attempt).rejects.toThrow(InvalidArgumentError);
		}
		expect(await service.prisma.geofenceCollection.count()).toBe(before);
		expect(await names(design.id, path.setId)).toEqual(["first"]);
	});

	test("an import whose sender is gone by its end changes nothing and leaves nothing", async () => {
		const { design, path } = await emptyDesign();
		await upload(world.designer, path, csv(["52.5,13.4,100,first"]));
		const before = await service.prisma.geofenceCollection.count();
		const gone = new AbortController();
		async function* body() {
			yield Buffer.from(csv(["52.5,13.4,100,second"]));
			gone.abort();
		}
		const file = { contentType: "text/csv", body: body(), signal: gone.signal };
		await expect(importGeofences(service, world.designer, path, file)).rejects.toThrow("aborted");
		expect(await service.prisma.geofenceCollection.count()).toBe(before);
		expect(await names(design.id, path.setId)).toEqual(["first"]);
	});

	test("an import beyond the limit of bytes is refused while it comes in, and leaves nothing behind", async () => {
		const { design, path } = await emptyDesign();
		const file = csv(["52.5,13.4,100,first"]);
		await upload(world.designer, path, file);
		const before = await service.prisma.geofenceCollection.count();
		const limited = { ...service, settings: parseEnvironment({ GEOFENCES_MAX_BYTES: "1000" }) };
		let read = 0;
		async function* endless(): AsyncGenerator<Uint8Array> {
			yield Buffer.from(`${csv([])}\n`);
			// Refused rows only, so that no other limit ends the import.
			for (; ; read += 1) yield Buffer.from("x,y,z,refused\n");
		}
		const importing = (body: AsyncIterable<Uint8Array>) =>
			importGeofences(limited, world.designer, path, { contentType: "text/csv", body });
		await expect(importing(endless())).rejects.toThrow(
			new TooLargeError("a file of geofences has at most 1,000 bytes"),
		);
		expect(read).toBeLessThan(100);
		expect(await service.prisma.geofenceCollection.count()).toBe(before);
		expect(await names(design.id, path.setId)).toEqual(["first"]);
		expect(await importing(bytes(file))).toMatchObject({ accepted_row_count: 1 });
	});

	test("an import into a frozen, foreign or changed design is refused and leaves nothing behind", async () => {
		const { path } = await emptyDesign();
		const body = csv(["52.5,13.4,100,x"]);
		await expect(upload(world.outsider, path, body)).rejects.toThrow(NotFoundError);
		await expect(upload(world.colleague, path, body)).rejects.toThrow(ForbiddenError);
		await expect(upload(world.designer, { ...path, setId: path.designId }, body)).rejects.toThrow("set not found");
		const { revision } = await upload(world.designer, path, body);
		await upload(world.designer, path, body);
		await expect(upload(world.designer, path, body, { expectedRevision: revision })).rejects.toThrow(
			VersionMismatchError,
		);
		await requestBuild(service, world.designer, path.designId, { reason: "freeze" });
		await expect(upload(world.designer, path, body)).rejects.toThrow(InvalidStateError);
		const claim = await claimBuild(service, "test");
		if (claim !== null) await rejectBuild(service, claim, "only a test");
		expect(await service.prisma.geofenceCollection.count({ where: { sets: { none: {} } } })).toBe(0);
	});

	test("targeting codes are made from the sets' names and are unique within the design", async () => {
		const { design } = await emptyDesign();
		expect(design.sets.map((set) => set.targeting_code)).toEqual(["COFFEE-TEA", "COFFEE-TEA-2"]);
		const twice = createDesign(service, world.designer, {
			name: "Twice",
			type: "proximity",
			sets: ["A", "B"].map((set_name) => ({ set_name, targeting_code: "SAME" })),
		});
		await expect(twice).rejects.toThrow("'sets[1].targeting_code': 'SAME'");
	});

	test("a targeting code is not cut within a letter of two UTF-16 units", async () => {
		const sets = [{ set_name: `${"A".repeat(63)}\u{20000}` }, { set_name: `${"B".repeat(61)}\u{20000}` }];
		const design = await createDesign(service, world.designer, { name: "Long", type: "proximity", sets });
		expect(design.sets.map((set) => set.targeting_code)).toEqual(["A".repeat(63), `${"B".repeat(61)}\u{20000}`]);
	});

	test("a design with one bad geofence inline is refused as a whole", async () => {
		const before = await service.prisma.geofenceCollection.count();
		const features = [circle(13, 52), circle(13, 152)];
		const created = createDesign(service, world.designer, {
			name: "Bad",
			type: "proximity",
			sets: [{ set_name: "A", geofences: { type: "FeatureCollection", features } }],
		});
		await expect(created).rejects.toThrow("'sets[0].geofences'");
		expect(await service.prisma.geofenceCollection.count()).toBe(before);
	});

	test("an audience design counts its conditions, also when it is edited", async () => {
		const design = await createDesign(service, world.designer, {
			name: "Runners",
			type: "audience",
			sets: [
				{
					set_name: "Runners",
					audience: {
						sources: ["acme-mobile"],
						where: { all: [{ segment: "runners", min_visits: 2 }, { not: { segment: "staff" } }] },
					},
				},
			],
		});
		expect(design).toMatchObject({
			design_size: 2,
			contents: [{ geofences: null, audience: { sources: ["acme-mobile"] } }],
		});
		const either = { any: [{ segment: "gym" }, { segment: "runners" }, { not: { segment: "staff" } }] };
		const edited = await editDesign(service, world.designer, design.id, {
			sets: [
				{ set_id: design.set_ids[0], set_name: "Runners" },
				{ set_name: "Sporty", audience: { sources: ["acme-mobile"], where: either } },
			],
		});
		expect(edited.design_size).toBe(5);
	});

	test("an administrator sees a design through their target without its contents and collaborators", async () => {
		const { design } = await createRequest(service, world);
		const seen = await getDesignDetail(service, world.administrator, design.id);
		expect(seen).toMatchObject({ id: design.id, contents: null, collaborators: [], permissions: { edit: false } });
		await expect(getDesignDetail(service, world.otherAdministrator, design.id)).rejects.toThrow(NotFoundError);
		expect((await getDesignDetail(service, world.colleague, design.id)).contents).toHaveLength(1);
	});

	test("q finds prefixes of words without case and accents in names, sets, codes and owners", async () => {
		const own = await createWorld(service);
		const { id } = await createProximityDesign(service, own.designer, "Cafés d'Orléans");
		const found = async (q: string) =>
			(await listDesigns(service, own.designer, { limit: 10, offset: 0, order: "desc", q })).rows.map((row) => row.id);
		for (const q of ["cafe", "CAFÉS", "orl caf", "berl", "berlin cafés", own.designer.email, id, id.toUpperCase()]) {
			expect(await found(q), q).toEqual([id]);
		}
		for (const q of ["afes", "cafe paris", "'", "&|!", own.outsider.userId]) expect(await found(q), q).toEqual([]);
	});
});
