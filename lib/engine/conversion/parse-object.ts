import { InvalidArgumentError } from "@/lib/rules/errors";

/**
 * JSON needs up to 30 times its size while it is parsed. A thread that runs out of memory within
 * JSON.parse would end the whole process.
 */
export const LARGEST_PARSED = 16_000_000;

/** Nested deeply, JSON cannot be written again. */
const DEEPEST = 200;

/** @throws InvalidArgumentError */
export function parseObject(bytes: Buffer): Record<string, unknown> {
	let document: unknown;
	try {
		document = JSON.parse(bytes.toString("utf8").replace(/^\ufeff/, ""));
	} catch {
		throw new InvalidArgumentError("the file must be JSON");
	}
	if (typeof document !== "object" || document === null || depthOf(document) > DEEPEST) {
		throw new InvalidArgumentError(`the file must be a JSON object of at most ${DEEPEST} levels`);
	}
	return document as Record<string, unknown>;
}

/** Levels of nesting; counts no further than one needs to know. */
function depthOf(value: object): number {
	let level: object[] = [value];
	let depth = 0;
	for (; level.length > 0 && depth <= DEEPEST; depth += 1) {
		level = level.flatMap((each) =>
			Object.values(each).filter((inner): inner is object => typeof inner === "object" && inner !== null),
		);
	}
	return depth;
}
