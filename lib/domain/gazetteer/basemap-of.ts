import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { Basemap } from "@/lib/contract/basemap";
import type { Service } from "@/lib/platform/service";
import { NotFoundError } from "@/lib/rules/errors";

/** `GET /api/basemap` (docs/contract.md, Places by name): the basemap by the service's settings. */
export function basemapOf({ settings }: Service): Basemap {
	if (settings.MAP_STYLE_URL !== undefined) return { kind: "style", style_url: settings.MAP_STYLE_URL };
	return { kind: settings.BASEMAP_FILE === undefined ? "world" : "file", style_url: null };
}

/** A file of this machine, to be read in ranges. */
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
