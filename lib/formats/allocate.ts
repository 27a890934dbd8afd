import { TargetingFileError } from "@/lib/formats/errors";

/**
 * Creates a typed array or buffer for a targeting file.
 *
 * @param bytes size of the array, for the error message
 * @throws {TargetingFileError} `out_of_memory` when the allocation fails
 */
export function allocate<T>(bytes: number, create: () => T): T {
	try {
		return create();
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		throw new TargetingFileError("out_of_memory", `${bytes} bytes of a targeting file do not fit into memory`);
	}
}
