import { log } from "@/lib/platform/log";
import type { Service } from "@/lib/platform/service";
import { FILE_STORE_FACT } from "@/lib/processes/startup/service-identity";
import { soleUserSince } from "./sole-user-since";

/**
 * Longer than any upload or build, and longer than a restored backup is likely to be outdated, so
 * that the files still exist when a newer backup is found.
 */
const MIN_AGE_MS = 30 * 24 * 3600 * 1000;

const GUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const OF_BUILD = new RegExp(`^(?:builds|external)/(${GUID})(?:-\\d+)?\\.tgt$`);
const OF_OPT_OUTS = new RegExp(`^opt-outs/(${GUID})\\.tgt$`);
const OF_REGION = new RegExp(`^map-regions/(${GUID})\\.pmtiles$`);
const OF_PART = new RegExp(`^inventory/(${GUID})/${GUID}\\.parquet$`);

/** Locations of recorded files, with the row's id in their names; all others are foreign. */
const PLACES = [
	{ within: "builds", name: OF_BUILD, recorded: recordedBuilds },
	{ within: "external", name: OF_BUILD, recorded: recordedBuilds },
	{ within: "inventory", name: OF_PART, recorded: recordedParts },
	{ within: "opt-outs", name: OF_OPT_OUTS, recorded: recordedOptOuts },
	{ within: "map-regions", name: OF_REGION, recorded: recordedRegions },
] as const;

/**
 * Removes files without a record a month after they were stored, left by dead processes or failed
 * removals. Keeps files older than this database's use of the store, which may be foreign, and all
 * files unless the database has been the only user for a month. Returns their number.
 */
export async function sweepUnrecordedFiles(service: Service, stopping?: AbortSignal): Promise<number> {
	const setUp = await service.prisma.serviceFact.findUnique({ where: { name: FILE_STORE_FACT } });
	if (setUp === null) return 0;
	const since = setUp.created_at.getTime();
	const before = service.now().getTime() - MIN_AGE_MS;
	if ((await soleUserSince(service)).getTime() > before) return 0;
	let removed = 0;
	for (const { within, name, recorded } of PLACES) {
		for await (const page of service.files.list(within)) {
			const idOfKey = new Map<string, string>();
			for (const { key, modifiedAt } of page) {
				const storedAt = modifiedAt.getTime();
				const id = name.exec(key)?.[1];
				if (id !== undefined && storedAt > since && storedAt < before) idOfKey.set(key, id);
			}
			const kept = await recorded(service, idOfKey);
			for (const key of idOfKey.keys()) {
				if (stopping?.aborted) return removed;
				if (kept.has(key)) continue;
				await service.files.remove(key);
				log.info({ file: key }, "removed a file without a record");
				removed += 1;
			}
		}
	}
	return removed;
}

/** Of files of builds: recorded ones, and those of builds that may still complete. */
async function recordedBuilds({ prisma }: Service, idOfKey: ReadonlyMap<string, string>): Promise<ReadonlySet<string>> {
	const builds = await prisma.build.findMany({
		where: { id: { in: [...new Set(idOfKey.values())] } },
		select: { id: true, status: true, file_key: true },
	});
	const byId = new Map(builds.map((build) => [build.id, build]));
	const kept = new Set<string>();
	for (const [key, id] of idOfKey) {
		const build = byId.get(id);
		if (build?.file_key === key || build?.status === "requested" || build?.status === "building") kept.add(key);
	}
	return kept;
}

/** Of files of inventory data: recorded ones. */
async function recordedParts({ prisma }: Service, idOfKey: ReadonlyMap<string, string>): Promise<ReadonlySet<string>> {
	const parts = await prisma.inventoryPart.findMany({
		where: { source_id: { in: [...new Set(idOfKey.values())] } },
		select: { file_key: true },
	});
	return new Set(parts.map(({ file_key: fileKey }) => fileKey));
}

/** Of files of lists of opt-outs: recorded ones. */
async function recordedOptOuts(
	{ prisma }: Service,
	idOfKey: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
	const lists = await prisma.optOutList.findMany({
		where: { id: { in: [...new Set(idOfKey.values())] } },
		select: { file_key: true },
	});
	return new Set(lists.flatMap(({ file_key: fileKey }) => fileKey ?? []));
}

/** Of files of regions of the map: recorded ones. */
async function recordedRegions(
	{ prisma }: Service,
	idOfKey: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
	const regions = await prisma.mapRegion.findMany({
		where: { id: { in: [...new Set(idOfKey.values())] } },
		select: { file_key: true },
	});
	return new Set(regions.flatMap(({ file_key: fileKey }) => fileKey ?? []));
}
