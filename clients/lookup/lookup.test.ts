import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AgentFixture, ask } from "@/lib/agent/testing/agent-fixture";
import { audienceFile, proximityFile } from "@/lib/agent/testing/targeting-files";
import { optOutBytes } from "@/lib/formats/testing";
import { openDevices, openPlaces, type TargetingSet } from "./src/index";

let fixture: AgentFixture;
beforeAll(async () => {
	fixture = await AgentFixture.create();
});
afterAll(() => fixture.stop());

const near = () => ({ latitude: 52 + Math.random() / 10, longitude: 13 + Math.random() / 10 });
const id = () => crypto.randomUUID();
const codes = (sets: readonly { targetingCode: string }[]) => sets.map(({ targetingCode }) => targetingCode);
const post = (items: unknown) => ({ method: "POST", body: JSON.stringify(items) });

test("the library answers as an agent does with the same files, one by one and in batches", async () => {
	const circles = () => Array.from({ length: 60 }, () => ({ ...near(), radius: 50 + Math.random() * 900 }));
	const places = await proximityFile({ a: circles(), b: circles(), c: circles() });
	const [both, one, optedOut] = [0, 1, 2].map(() => Array.from({ length: 50 }, id)) as [string[], string[], string[]];
	const devices = await audienceFile({ gym: [...both, ...one, ...optedOut], runners: [...both, ...optedOut] });
	const optOuts = await optOutBytes(optedOut);
	const { service } = fixture;
	service.optOut(optOuts, 1);
	service.activate(
		service.row(places, { deployment_id: "p" }),
		service.row(devices, { deployment_id: "d", type: "audience" }),
	);
	const agent = await fixture.startAgent();
	await agent.whenSynced();

	const directory = await mkdtemp(join(tmpdir(), "lookup-"));
	try {
		const paths = ["places.tgt", "devices.tgt", "opt-outs.tgt"].map((name) => join(directory, name));
		for (const [at, bytes] of [places, devices, optOuts].entries()) await writeFile(paths[at] as string, bytes);
		// Bytes that start anywhere, as a part of a larger memory does.
		const shifted = new Uint8Array(places.length + 3).subarray(3);
		shifted.set(places);
		const points = Array.from({ length: 1000 }, near);
		const inPlaces = (await ask(agent, "/geopulse/proximity/indices", post(points))) as TargetingSet[][];
		expect(new Set(inPlaces.map((sets) => sets.length))).toEqual(new Set([0, 1, 2, 3]));
		for (const file of [paths[0] as string, shifted]) {
			const lookup = await openPlaces(file);
			expect(lookup.matchAll(points).map(codes)).toEqual(inPlaces.map(codes));
			expect(points.map((point) => codes(lookup.match(point.latitude, point.longitude)))).toEqual(inPlaces.map(codes));
		}
		const ids = [...both, ...one, ...optedOut, ...Array.from({ length: 50 }, id)];
		const ofDevices = (await ask(agent, "/geopulse/audience/sets", post(ids))) as TargetingSet[][];
		expect(new Set(ofDevices.map((sets) => sets.length))).toEqual(new Set([0, 1, 2]));
		for (const lookup of [
			await openDevices(paths[1] as string, paths[2] as string),
			await openDevices(devices, optOuts),
		]) {
			expect(lookup.matchAll(ids).map(codes)).toEqual(ofDevices.map(codes));
			expect(ids.map((each) => codes(lookup.match(each)))).toEqual(ofDevices.map(codes));
		}
	} finally {
		await rm(directory, { recursive: true });
	}
});

test("a file of the other kind, a damaged one and no file at all are refused", async () => {
	const places = await proximityFile({ a: [{ latitude: 0, longitude: 0, radius: 10 }] });
	const damaged = Uint8Array.from(places);
	damaged[damaged.length - 1] = (damaged.at(-1) as number) ^ 1;
	const devices = await audienceFile({ gym: [id()] });
	await expect(openDevices(places, null)).rejects.toThrow("the file has geofences: open it by openPlaces");
	await expect(openPlaces(devices)).rejects.toThrow("the file has devices: open it by openDevices");
	await expect(openPlaces(damaged)).rejects.toMatchObject({ name: "TargetingFileError" });
	await expect(openPlaces("missing.tgt")).rejects.toMatchObject({ code: "ENOENT" });
	await expect(openDevices(devices, "")).rejects.toMatchObject({ code: "ENOENT" });
	const lookup = await openDevices(devices, null);
	expect(lookup.match("me")).toEqual([]);
	expect(lookup.sets).toEqual([{ setId: "set-gym", setName: "gym", targetingCode: "gym" }]);
});
