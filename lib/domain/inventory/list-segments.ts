import type { InventorySegment, ListSegments } from "@/lib/contract/inventory";
import type { Principal } from "@/lib/domain/access/principal";
import type { Page } from "@/lib/domain/lists/page";
import { parquetRelation, withDuckDb } from "@/lib/engine/audience/duckdb";
import { oneAtATime } from "@/lib/platform/one-at-a-time";
import type { Service } from "@/lib/platform/service";
import { searchWords } from "@/lib/rules/text/normalize";
import { localPaths } from "./open-sources";
import { sources } from "./sources";

/** Memory limit of counting in megabytes; it spills to disk above it. */
const MEMORY_MB = 512;
/** Versions with cached segments: they never change, and the editor requests on every key stroke. */
const REMEMBERED_VERSIONS = 8;
/** Above this number the rarest segments of a file are left out. */
const MOST_SEGMENTS = 50_000;

interface CountedSegment extends InventorySegment {
	readonly device_count: number;
	readonly words: readonly string[];
}
const remembered = new Map<string, Promise<readonly CountedSegment[]>>();

/**
 * `GET /api/inventory-sources/<slug>/segments`: the segments of the current data with device
 * counts, largest first; `q` matches prefixes of words. Only operators get counts below the least
 * reach of the caller's organization.
 * @throws NotFoundError when the caller may not use the source
 */
export async function listSegments(
	service: Service,
	principal: Principal,
	slug: string,
	{ limit, offset, q }: ListSegments,
): Promise<Page<InventorySegment>> {
	const { currentImport } = await sources.find(service.prisma, principal, slug);
	const segments = currentImport === null ? [] : await segmentsOf(service, currentImport.id);
	const asked = searchWords(q ?? "");
	const found = segments.filter(({ words }) => asked.every((word) => words.some((own) => own.startsWith(word))));
	const least = principal.role === "operator" ? 0 : await leastReachOf(service, principal.organizationId);
	const rows = found.slice(offset, offset + limit).map(({ words: _, ...segment }) => ({
		...segment,
		...(segment.device_count < least ? { device_count: null, visit_count: null } : {}),
	}));
	return { rows, total: found.length };
}

async function leastReachOf({ prisma }: Service, id: string): Promise<number> {
	const { least_reach: leastReach } = await prisma.organization.findUniqueOrThrow({
		where: { id },
		select: { least_reach: true },
	});
	return leastReach;
}

function segmentsOf(service: Service, importId: string): Promise<readonly CountedSegment[]> {
	const known = remembered.get(importId);
	// Least recently used order.
	remembered.delete(importId);
	const counted = known ?? inTurn(() => countSegments(service, importId));
	remembered.set(importId, counted);
	for (const oldest of remembered.keys()) {
		if (remembered.size <= REMEMBERED_VERSIONS) break;
		remembered.delete(oldest);
	}
	counted.catch(() => remembered.delete(importId));
	return counted;
}

/** One version at a time, because each may use the whole memory limit. */
const inTurn = oneAtATime();

async function countSegments(service: Service, importId: string): Promise<readonly CountedSegment[]> {
	const parts = await service.prisma.inventoryPart.findMany({
		where: { imports: { some: { import_id: importId } } },
		select: { file_key: true },
	});
	if (parts.length === 0) return [];
	const paths = await localPaths(
		service,
		parts.map(({ file_key: fileKey }) => fileKey),
	);
	const options = { tempDirectory: await service.files.workDirectory(), memoryLimitMb: MEMORY_MB };
	const rows = await withDuckDb(options, (db) =>
		db.rows(`SELECT segment, count(DISTINCT device_id) AS devices, count(*) AS visits, epoch_ms(max(seen_at)) AS newest
			FROM ${parquetRelation(paths)} GROUP BY segment ORDER BY devices DESC, segment LIMIT ${MOST_SEGMENTS}`),
	);
	return rows.map(({ segment, devices, visits, newest }) => ({
		segment: String(segment),
		device_count: Number(devices),
		visit_count: Number(visits),
		newest_seen_at: new Date(Number(newest)).toISOString(),
		words: searchWords(String(segment)),
	}));
}
