import { openTargetingFile, type TargetingFile } from "@/lib/formats/open";
import type { Service } from "@/lib/platform/service";
import { DEMO_DESIGNS } from "@/lib/tools/seed/history/play-history";
import { generateVisits } from "@/lib/tools/seed/inventory/generate-visits";
import type { Place } from "@/lib/tools/seed/landmarks/landmark";
import { PERSONAS } from "./cast";

/** A lookup for an agent, and the targeting codes it returns once the design is active. */
export interface Sample {
	readonly design: string;
	readonly codes: readonly string[];
	readonly about: { readonly landmark: string; readonly at: Place } | { readonly deviceId: string };
}

/** Bytes. Demo files are far smaller; a larger one is somebody's own build. */
const LARGEST_FILE = 16 * 1024 * 1024;

const MOST_DEVICES = 2_000;

/** Finds a matching place or device for each built design, by lookups in its targeting file. */
export async function findSamples(service: Service): Promise<Sample[]> {
	const organizations = Object.values(PERSONAS).map(({ organization }) => organization);
	const builds = await service.prisma.build.findMany({
		where: {
			mostRecentOf: {
				ownerOrg: { slug: { in: organizations } },
				name: { in: DEMO_DESIGNS.map(({ name }) => name) },
			},
			size: { lte: LARGEST_FILE },
		},
		select: { file_key: true, design: { select: { name: true } } },
		orderBy: { completed_at: "asc" },
	});
	const samples: Sample[] = [];
	const devices = someDevices();
	for (const { file_key: fileKey, design } of builds) {
		const file = await open(service, fileKey ?? "");
		const sample = file && sampleOf(design.name, file, devices);
		if (sample) samples.push(sample);
	}
	return samples;
}

async function open(service: Service, fileKey: string): Promise<TargetingFile | null> {
	if ((await service.files.stat(fileKey)) === undefined) return null;
	const pieces: Uint8Array[] = [];
	for await (const piece of await service.files.createReadStream(fileKey)) pieces.push(piece as Uint8Array);
	return openTargetingFile(Buffer.concat(pieces));
}

function someDevices(): string[] {
	const devices = new Set<string>();
	for (const { deviceId } of generateVisits(new Date(0), MOST_DEVICES)) devices.add(deviceId);
	return [...devices];
}

function sampleOf(design: string, file: TargetingFile, devices: readonly string[]): Sample | null {
	const codesOf = (sets: readonly number[]) => sets.flatMap((set) => file.meta.sets[set]?.targeting_code ?? []);
	if (file.kind === "audience") {
		const deviceId = devices.find((id) => file.match(id).length > 0);
		return deviceId === undefined ? null : { design, codes: codesOf(file.match(deviceId)), about: { deviceId } };
	}
	const planned = DEMO_DESIGNS.find(({ name }) => name === design);
	for (const landmark of planned?.sets.flatMap(({ landmarks }) => landmarks ?? []) ?? []) {
		const at = "at" in landmark ? landmark.at : centerOf(landmark.outline);
		const codes = codesOf(file.match(...at));
		if (codes.length > 0) return { design, codes, about: { landmark: landmark.name, at } };
	}
	return null;
}

function centerOf(outline: readonly Place[]): Place {
	const mean = (axis: 0 | 1) => outline.reduce((sum, corner) => sum + corner[axis], 0) / outline.length;
	return [Number(mean(0).toFixed(4)), Number(mean(1).toFixed(4))];
}
