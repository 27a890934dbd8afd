import { designVisibility } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { readGeofenceTexts } from "@/lib/engine/geofences/chunks";
import { type GeofenceTable, geofenceTable } from "@/lib/engine/geofences/geofence-table";
import type { Service } from "@/lib/platform/service";
import { NotFoundError } from "@/lib/rules/errors";
import { searchWords } from "@/lib/rules/text/normalize";
import { findDesignOrThrow } from "./find-design-or-throw";
import { accessAttributesOf } from "./load-designs";
import { readChunks } from "./read-set-geofences";

/** A set of a design. */
interface SetPath {
	readonly designId: string;
	readonly setId: string;
}

/**
 * `GET /api/designs/<id>/sets/<set_id>/geofences.geojson`: a set's geofences as JSON texts.
 * @throws NotFoundError when the caller does not see the design's contents, or it has no such set
 */
export async function exportGeofences(
	service: Service,
	principal: Principal,
	path: SetPath,
): Promise<{ name: string; texts: AsyncIterable<string> }> {
	const { name, chunks } = await findExported(service, principal, path);
	return { name, texts: readGeofenceTexts(chunks()) };
}

/**
 * `GET /api/designs/<id>/sets/<set_id>/geofences.csv`: a set's geofences as a table that an import
 * reads again.
 * @throws NotFoundError as above; InvalidStateError for more properties than a table has columns for
 */
export async function exportGeofenceTable(
	service: Service,
	principal: Principal,
	path: SetPath,
): Promise<GeofenceTable & { name: string }> {
	const { name, chunks } = await findExported(service, principal, path);
	return { name, ...(await geofenceTable(chunks)) };
}

async function findExported(service: Service, principal: Principal, { designId, setId }: SetPath) {
	const { record } = await findDesignOrThrow(service.prisma, principal, designId);
	const set = record.sets.find(({ id }) => id === setId);
	if (designVisibility(principal, accessAttributesOf(record)) !== "direct" || set === undefined) {
		throw new NotFoundError("set not found");
	}
	return { name: fileName(set.name), chunks: () => readChunks(service, set.geofence_collection_id) };
}

const LONGEST_NAME = 60;

/** A name of a file for headers, which hold ASCII alone. */
function fileName(name: string): string {
	const plain = searchWords(name)
		.map((word) => word.replace(/[^a-z0-9]/g, ""))
		.filter((word) => word !== "")
		.join("-");
	return plain === "" ? "geofences" : plain.slice(0, LONGEST_NAME);
}
