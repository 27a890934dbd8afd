import { existsSync } from "node:fs";
import { copyFile, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parseDeviceId } from "@/lib/formats/device-id";
import type { FenceInput } from "@/lib/formats/fence-collector";
import type { DeviceIdKind, TargetingBuildMeta } from "@/lib/formats/meta";
import { loadTargetingFile, type TargetingFile } from "@/lib/formats/open";
import { withScratchFile } from "@/lib/formats/testing";
import { writeAudienceSet } from "@/lib/formats/write-audience";
import { writeProximityFilter } from "@/lib/formats/write-proximity";

/**
 * Golden files pin the format: writing must give the same bytes, and old files the same lookups.
 * After a deliberate change of the format, delete the `.tgt` file: the test writes it again and
 * fails once, so that the change is noticed. Readers keep reading the old major version.
 */
const golden = (name: string) => fileURLToPath(new URL(`golden/${name}`, import.meta.url));

interface ProximityCase {
	meta: TargetingBuildMeta;
	fences: FenceInput[];
	expected: { latitude: number; longitude: number; sets: number[] }[];
}

interface AudienceCase {
	meta: TargetingBuildMeta;
	device_id_kind: DeviceIdKind;
	combinations: number[][];
	devices: { id: string; combination: number }[];
	expected: { id: string; sets: number[] }[];
}

async function readCase<T>(name: string): Promise<T> {
	return JSON.parse(await readFile(golden(`${name}.golden.json`), "utf8"));
}

/** Writes the input again, compares it with the checked-in file, and returns that file opened. */
async function expectSameBytes(
	name: string,
	write: (path: string) => Promise<{ size: number; sha256: string }>,
): Promise<TargetingFile> {
	const path = golden(`${name}.tgt`);
	return withScratchFile(async (scratch) => {
		const written = await write(scratch);
		if (!existsSync(path)) {
			await copyFile(scratch, path);
			expect.fail(`${name}.tgt was missing and has been written: review and commit it`);
		}
		expect((await readFile(scratch)).equals(await readFile(path)), `${name}.tgt differs`).toBe(true);
		expect((await readFile(path)).length).toBe(written.size);
		return loadTargetingFile(path, { expectedSha256: `sha256:${written.sha256}` });
	});
}

describe("golden files", () => {
	test("proximity filter", async () => {
		const { meta, fences, expected } = await readCase<ProximityCase>("proximity");
		const file = await expectSameBytes("proximity", (path) => writeProximityFilter(path, meta, fences));
		if (file.kind !== "proximity") return expect.fail("it is not a proximity filter");
		expect(file.meta).toMatchObject(meta);
		const answers = expected.map(({ latitude, longitude }) => ({
			latitude,
			longitude,
			sets: file.match(latitude, longitude),
		}));
		expect(answers).toEqual(expected);
	});

	test.each(["audience-uuid", "audience-sha1", "audience-sha256"])("audience set: %s", async (name) => {
		const { meta, device_id_kind, combinations, devices, expected } = await readCase<AudienceCase>(name);
		const ids = devices.map(({ id }) => parseDeviceId(id)?.bytes ?? new Uint8Array());
		const combination = Uint32Array.from(devices.map((device) => device.combination));
		const file = await expectSameBytes(name, (path) =>
			writeAudienceSet(path, meta, {
				deviceIdKind: device_id_kind,
				devices: [{ ids: new Uint8Array(Buffer.concat(ids)), combination }],
				combinations,
			}),
		);
		if (file.kind !== "audience") return expect.fail("it is not an audience set");
		expect(file.meta).toMatchObject({ ...meta, device_id_kind });
		expect(expected.map(({ id }) => ({ id, sets: file.match(id) }))).toEqual(expected);
	});
});
