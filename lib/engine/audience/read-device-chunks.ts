import {
	DuckDBBlobVector,
	type DuckDBDataChunk,
	type DuckDBResult,
	DuckDBUIntegerVector,
	DuckDBUUIDVector,
} from "@duckdb/node-api";
import type { DeviceChunk } from "@/lib/formats/device-collector";
import { DEVICE_ID_BYTES, type DeviceIdKind } from "@/lib/formats/meta";

/**
 * Streams a result of `device_id` (UUID, or BLOB of as many bytes as the kind has) and
 * `combination` (UINTEGER) in DuckDB's vectors. Chunks share their arrays: use one before
 * requesting the next.
 */
export async function* readDeviceChunks(result: DuckDBResult, kind: DeviceIdKind): AsyncGenerator<DeviceChunk> {
	const width = DEVICE_ID_BYTES[kind];
	let ids = new Uint8Array(0);
	for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
		const devices = chunk.getColumnVector(0);
		if (ids.length < chunk.rowCount * width) ids = new Uint8Array(chunk.rowCount * width);
		if (devices instanceof DuckDBUUIDVector) copyUuids(devices, ids);
		else if (devices instanceof DuckDBBlobVector) copyBlobs(devices, ids, width);
		else throw new Error("the devices of an evaluation are neither UUID nor BLOB");
		yield { ids: ids.subarray(0, chunk.rowCount * width), combination: combinationsOf(chunk) };
	}
}

/**
 * DuckDB stores a UUID as a signed little-endian 128-bit number with the top bit flipped. Reading
 * its words saves a BigInt and an object per device.
 */
function copyUuids(vector: DuckDBUUIDVector, ids: Uint8Array): void {
	const source = memoryOf<{ dataView: DataView }>(vector).dataView;
	const target = new DataView(ids.buffer);
	for (let index = 0; index < vector.itemCount; index += 1) {
		const at = index * 16;
		target.setUint32(at, source.getUint32(at + 12, true) ^ 0x80000000);
		target.setUint32(at + 4, source.getUint32(at + 8, true));
		target.setUint32(at + 8, source.getUint32(at + 4, true));
		target.setUint32(at + 12, source.getUint32(at, true));
	}
}

function copyBlobs(vector: DuckDBBlobVector, ids: Uint8Array, width: number): void {
	for (let index = 0; index < vector.itemCount; index += 1) {
		const bytes = vector.getItemBytes(index);
		if (bytes?.length !== width) throw new Error(`a device id of an inventory source does not have ${width} bytes`);
		ids.set(bytes, index * width);
	}
}

function combinationsOf(chunk: DuckDBDataChunk): Uint32Array {
	const vector = chunk.getColumnVector(1);
	if (!(vector instanceof DuckDBUIntegerVector)) throw new Error("the combinations of an evaluation are not UINTEGER");
	return memoryOf<{ items: Uint32Array }>(vector).items;
}

/** A vector's memory is private in the package; its version is pinned and tested. */
const memoryOf = <T>(vector: unknown): T => vector as T;
