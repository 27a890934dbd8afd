import {
	DuckDBBlobVector,
	type DuckDBDataChunk,
	type DuckDBResult,
	DuckDBUIntegerVector,
	DuckDBUUIDVector,
} from "@duckdb/node-api";

/** A run of devices: concatenated ids of 16 or 20 bytes, and their combinations. */
export interface DeviceChunk {
	ids: Uint8Array;
	combination: Uint32Array;
}

const SHA1_BYTES = 20;

/**
 * Streams a result of `device_id` (UUID, or BLOB of 20 bytes) and `combination` (UINTEGER) in
 * DuckDB's vectors. Chunks share their arrays: use one before requesting the next.
 */
export async function* readDeviceChunks(result: DuckDBResult): AsyncGenerator<DeviceChunk> {
	let ids = new Uint8Array(0);
	for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
		const devices = chunk.getColumnVector(0);
		const width = devices instanceof DuckDBUUIDVector ? 16 : SHA1_BYTES;
		if (ids.length < chunk.rowCount * width) ids = new Uint8Array(chunk.rowCount * width);
		if (devices instanceof DuckDBUUIDVector) copyUuids(devices, ids);
		else if (devices instanceof DuckDBBlobVector) copyBlobs(devices, ids);
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

function copyBlobs(vector: DuckDBBlobVector, ids: Uint8Array): void {
	for (let index = 0; index < vector.itemCount; index += 1) {
		const bytes = vector.getItemBytes(index);
		if (bytes?.length !== SHA1_BYTES) throw new Error("a device id of an inventory source is not a SHA-1");
		ids.set(bytes, index * SHA1_BYTES);
	}
}

function combinationsOf(chunk: DuckDBDataChunk): Uint32Array {
	const vector = chunk.getColumnVector(1);
	if (!(vector instanceof DuckDBUIntegerVector)) throw new Error("the combinations of an evaluation are not UINTEGER");
	return memoryOf<{ items: Uint32Array }>(vector).items;
}

/** A vector's memory is private in the package; its version is pinned and tested. */
const memoryOf = <T>(vector: unknown): T => vector as T;
