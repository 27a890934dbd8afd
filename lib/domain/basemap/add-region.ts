import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { MapRegion } from "@/lib/contract/basemap";
import type { Principal, SystemActor } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { SERVICE_ID } from "@/lib/domain/audit/service-event";
import { transact } from "@/lib/platform/db/transact";
import { receiveFile } from "@/lib/platform/files/receive-file";
import type { Service } from "@/lib/platform/service";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { describeRegion, REGION_MAX_BYTES, requireMapKeeper } from "./regions";
import { type StoredRegion, storeRegion } from "./store-region";

export interface RegionUpload {
	readonly name: string;
	readonly body: AsyncIterable<Uint8Array>;
	/** Aborts with an error. */
	readonly signal?: AbortSignal;
}

export const REGION_LIMIT = { maxBytes: REGION_MAX_BYTES, what: "a region of the map" };

/**
 * `POST /api/basemap/regions`: a region's streets from a PMTiles archive (docs/contract.md, Streets).
 * @throws ForbiddenError unless the caller is an operator
 * @throws TooLargeError; InvalidArgumentError for a file that the map cannot draw streets from
 */
export async function addRegion(
	service: Service,
	actor: Principal | SystemActor,
	{ name, body, signal }: RegionUpload,
): Promise<MapRegion> {
	requireMapKeeper(actor);
	const directory = await mkdtemp(join(await service.files.workDirectory(), "map-region-"));
	try {
		const path = join(directory, "upload");
		await receiveFile(body, path, { ...REGION_LIMIT, signal });
		const id = randomUUID();
		await storeRegion(service, id, path, (stored) => record(service, actor, { id, name: name.trim(), ...stored }));
		return describeRegion(await service.prisma.mapRegion.findUniqueOrThrow({ where: { id } }));
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

/** `npm run admin -- basemap fetch-file`: the same from a file of this machine. */
export async function addRegionOfPath(
	service: Service,
	actor: SystemActor,
	{ name, path }: { readonly name: string; readonly path: string },
): Promise<MapRegion> {
	const body = createReadStream(path);
	try {
		return await addRegion(service, actor, { name, body });
	} catch (error) {
		const { code, path: of } = error as NodeJS.ErrnoException;
		if (of !== path || code === undefined) throw error;
		throw new InvalidArgumentError(`${path} must be a file that the service's user can read (${code})`);
	}
}

async function record(
	service: Service,
	actor: Principal | SystemActor,
	region: StoredRegion & { readonly id: string; readonly name: string },
): Promise<boolean> {
	await transact(service.prisma, async (tx) => {
		const added = { added_by_id: "system" in actor ? null : actor.userId, added_at: service.now() };
		await tx.mapRegion.create({ data: { ...region, ...added }, select: { id: true } });
		await recordEvent(service, tx, actor, {
			action: "add_map_region",
			object_type: "service",
			object_id: SERVICE_ID,
			detail: { name: region.name, size: region.size },
		});
	});
	return true;
}
