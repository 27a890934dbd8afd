import { log } from "@/lib/platform/log";
import type { Service } from "@/lib/platform/service";
import { FILE_STORE_FACT } from "@/lib/processes/startup/service-identity";
import { soleUserSince } from "./sole-user";

/**
 * Longer than any upload or build takes, and than a database that was restored from a backup is likely to lie behind: the files
 * are still there when a newer backup turns up.
 */
const KEPT_MS = 30 * 24 * 3600 * 1000;

const GUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const OF_BUILD = new RegExp(`^(?:builds|external)/(${GUID})(?:-\\d+)?\\.tgt$`);
const OF_IMPORT = new RegExp(`^inventory/(${GUID})/${GUID}\\.parquet$`);

/** Where files lie of which rows tell, with the row's id in their name; anything else in the store is nobody's to remove. */
const PLACES = [
	{ within: "builds", name: OF_BUILD, recorded: recordedBuilds },
	{ within: "external", name: OF_BUILD, recorded: recordedBuilds },
	{ within: "inventory", name: OF_IMPORT, recorded: recordedImports },
] as const;

/**
 * Removes files that no row tells of, a month after they were stored: what processes left that died between storing a file and
 * recording it, and what could not be removed together with its row. What lay in the store before this database was set up with
 * it may be another's, and stays; so does everything while the database has not been alone with the store for a month. Gives
 * their number.
 */
export async function sweepUnrecordedFiles(service: Service, stopping?: AbortSignal): Promise<number> {
	const setUp = await service.prisma.serviceFact.findUnique({ where: { name: FILE_STORE_FACT } });
	if (setUp === null) return 0;
	const since = setUp.createdAt.getTime();
	const before = service.now().getTime() - KEPT_MS;
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
				log.info({ file: key }, "removed a file that no row tells of");
				removed += 1;
			}
		}
	}
	return removed;
}

/** Of files of builds those that count, and any of a build that may still be completed. */
async function recordedBuilds({ prisma }: Service, idOfKey: ReadonlyMap<string, string>): Promise<ReadonlySet<string>> {
	const builds = await prisma.build.findMany({
		where: { id: { in: [...new Set(idOfKey.values())] } },
		select: { id: true, status: true, fileKey: true },
	});
	const byId = new Map(builds.map((build) => [build.id, build]));
	const kept = new Set<string>();
	for (const [key, id] of idOfKey) {
		const build = byId.get(id);
		if (build?.fileKey === key || build?.status === "requested" || build?.status === "building") kept.add(key);
	}
	return kept;
}

/** Of files of imports those that count. */
async function recordedImports(
	{ prisma }: Service,
	idOfKey: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
	const imports = await prisma.inventoryImport.findMany({
		where: { sourceId: { in: [...new Set(idOfKey.values())] } },
		select: { fileKey: true },
	});
	return new Set(imports.map(({ fileKey }) => fileKey));
}
