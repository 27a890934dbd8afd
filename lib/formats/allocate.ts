import { TargetingFileError } from "@/lib/formats/errors";

/**
 * Memory for a targeting file, from the constructors of typed arrays and buffers.
 *
 * @param bytes what it asks for, for the message
 * @throws {TargetingFileError} `out_of_memory`, when there is not so much at once
 */
export function allocate<T>(bytes: number, create: () => T): T {
	try {
		return create();
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		throw new TargetingFileError("out_of_memory", `${bytes} bytes for a targeting file do not fit into memory at once`);
	}
}
