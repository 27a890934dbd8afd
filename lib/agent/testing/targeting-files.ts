import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseDeviceId } from "@/lib/formats/device-id";
import type { DeviceIdKind, TargetingBuildMeta } from "@/lib/formats/meta";
import { writeAudienceSet } from "@/lib/formats/write-audience";
import { writeProximityFilter } from "@/lib/formats/write-proximity";

/** A circle of a set: degrees, and a radius in meters. */
export interface CircleFixture {
	latitude: number;
	longitude: number;
	radius: number;
}

/** A real proximity filter, from circles per targeting code. */
export function proximityFile(sets: Readonly<Record<string, readonly CircleFixture[]>>): Promise<Buffer> {
	return written(async (path) => {
		const fences = Object.values(sets).flatMap((circles, set) => circles.map((circle) => ({ set, circle })));
		await writeProximityFilter(path, metaOf(Object.keys(sets)), fences);
	});
}

/** A real audience set, from device ids of one kind per targeting code. */
export function audienceFile(
	sets: Readonly<Record<string, readonly string[]>>,
	kind: DeviceIdKind = "uuid",
): Promise<Buffer> {
	return written(async (path) => {
		const ofDevice = new Map<string, number[]>();
		for (const [set, ids] of Object.values(sets).entries())
			for (const id of ids) ofDevice.set(id, [...(ofDevice.get(id) ?? []), set]);
		const ids = [...ofDevice.keys()].map((id) => parseDeviceId(id)?.bytes ?? new Uint8Array(0));
		const chunk = { ids: new Uint8Array(Buffer.concat(ids)), combination: Uint32Array.from(ids.keys()) };
		const input = { deviceIdKind: kind, devices: [chunk], combinations: [...ofDevice.values()] };
		await writeAudienceSet(path, metaOf(Object.keys(sets)), input);
	});
}

/** A large real audience set of one targeting code, from advertising ids of 16 bytes each. */
export function audienceFileOf(code: string, ids: Uint8Array): Promise<Buffer> {
	return written(async (path) => {
		const chunk = { ids, combination: new Uint32Array(ids.length / 16) };
		await writeAudienceSet(path, metaOf([code]), { devices: [chunk], combinations: [[0]] });
	});
}

/** Set ids are the targeting codes with the prefix `set-`. */
function metaOf(codes: readonly string[]): TargetingBuildMeta {
	return {
		design_id: randomUUID(),
		design_name: "Name at the time of the build",
		build_id: randomUUID(),
		created_at: "2026-01-01T00:00:00.000Z",
		sets: codes.map((code) => ({ set_id: `set-${code}`, set_name: code, targeting_code: code })),
		sources: [],
	};
}

async function written(write: (path: string) => Promise<unknown>): Promise<Buffer> {
	const directory = await mkdtemp(join(tmpdir(), "agent-files-"));
	try {
		const path = join(directory, "file.tgt");
		await write(path);
		return await readFile(path);
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}
