import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { Basemap } from "@/lib/contract/basemap";
import type { Principal } from "@/lib/domain/access/principal";
import type { Service } from "@/lib/platform/service";
import { NotFoundError } from "@/lib/rules/errors";
import { listRegions } from "./regions";

/** `GET /api/basemap` (docs/contract.md, Streets): the map by the service's settings, and its regions. */
export async function basemapOf(service: Service, principal: Principal): Promise<Basemap> {
	const { MAP_STYLE_URL: style, BASEMAP_FILE: file } = service.settings;
	const kind = style !== undefined ? "style" : file !== undefined ? "file" : "world";
	return { kind, style_url: style ?? null, regions: await listRegions(service, principal) };
}

/** A file to be read in ranges. */
export interface OpenFile {
	readonly size: number;
	/** Changes with the file. */
	readonly version: string;
	readonly read: (range: { start: number; end: number }) => Promise<Readable>;
}

/**
 * The archive that BASEMAP_FILE names, as it is on the disk now.
 * @throws NotFoundError where the setting or its file is absent
 */
export async function openBasemapFile({ settings }: Service): Promise<OpenFile> {
	const path = settings.BASEMAP_FILE;
	const found = path === undefined ? null : await stat(path).catch(() => null);
	if (path === undefined || found?.isFile() !== true)
		throw new NotFoundError("the settings name no archive, or its file is missing");
	return {
		size: found.size,
		version: `${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}`,
		read: async (range) => createReadStream(path, range),
	};
}

/**
 * `GET /api/basemap/regions/<id>/file`: the archive of a region. A file is never changed, so its id is
 * its version.
 * @throws NotFoundError where the region is absent or has no file yet
 */
export async function openRegionFile({ prisma, files }: Service, id: string): Promise<OpenFile> {
	const region = await prisma.mapRegion.findUnique({ where: { id }, select: { file_key: true, size: true } });
	const key = region?.file_key ?? null;
	if (region === null || key === null) throw new NotFoundError("region not found");
	return { size: Number(region.size), version: id, read: (range) => files.createReadStream(key, range) };
}
