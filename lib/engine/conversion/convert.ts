import type { Environment } from "@/lib/platform/env";
import { shareOfMemory } from "@/lib/platform/memory-limit.mjs";
import { JobThreads } from "@/lib/platform/threads/job-threads";
import { ThreadEndedError } from "@/lib/platform/threads/run-on-thread";
import type { JobCaller } from "@/lib/platform/threads/thread-pool";
import { InvalidArgumentError, TooLargeError, UnavailableError } from "@/lib/rules/errors";
import type { Conversion, ConversionJob, ConversionOutcome } from "./jobs";

/** Bytes of a file that is converted, which GDAL holds in memory. */
export const MAX_CONVERTED_BYTES = 256 * 1_024 ** 2;
/**
 * Threads are kept for a while, as GDAL takes seconds to start. Each serves one organization:
 * remains of a file in its memory must not reach another one.
 */
export const CONVERSION_LIMITS = {
	threads: 2,
	threadsOfOne: 1,
	jobsOfOne: 4,
	waiting: 16,
	waitingOfOrganization: 12,
	idleMs: 180_000,
	keptApart: true,
	jobs: "conversions of files",
} as const;

/** The thread's own memory; GDAL's has a bound of its own. */
const RESOURCES = { maxOldGenerationSizeMb: shareOfMemory(1_024) } as const;

let shared: JobThreads<ConversionJob, ConversionOutcome> | undefined;

export interface ConvertOptions {
	/** The caller, whose conversions are limited for the sake of others. */
	readonly caller: JobCaller;
	readonly signal?: AbortSignal | undefined;
	/** The limits of a conversion. */
	readonly settings: Pick<Environment, "CONVERSION_MAX_BYTES" | "CONVERSION_TIMEOUT_SECONDS">;
}

/**
 * Converts a file on a thread that it has for itself, bounded in time, memory and output, to texts that
 * the service's own reader takes.
 * @throws InvalidArgumentError with a sentence for a file that cannot be read
 * @throws TooLargeError for an archive that unpacks, or a file that is converted, to too much
 * @throws ThrottledError when the caller has too many conversions
 * @throws UnavailableError when too many wait
 */
export async function convertOnThread(
	job: Omit<ConversionJob, "maxBytes">,
	{ caller, signal, settings }: ConvertOptions,
): Promise<Conversion> {
	shared ??= new JobThreads("conversion-thread", CONVERSION_LIMITS, RESOURCES, isFresh);
	const { CONVERSION_MAX_BYTES: maxBytes, CONVERSION_TIMEOUT_SECONDS: seconds } = settings;
	const timeout = AbortSignal.timeout(seconds * 1_000);
	const either = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
	try {
		const outcome = await shared.run({ ...job, maxBytes }, { caller, signal: either });
		either.throwIfAborted();
		return conversionOf(outcome);
	} catch (error) {
		const cancelled = either.aborted && (error === either.reason || error instanceof ThreadEndedError);
		if (cancelled) throw timeout.aborted ? tooSlow(seconds) : either.reason;
		if (!(error instanceof ThreadEndedError)) throw error;
		throw new InvalidArgumentError("the file needs more memory than a conversion may use: convert it to GeoJSON");
	}
}

const tooSlow = (seconds: number) =>
	new UnavailableError(`converting the file takes more than ${seconds} seconds: convert it to GeoJSON, or divide it`);

const isFresh = ({ isSpent }: ConversionOutcome) => !isSpent;

function conversionOf(outcome: ConversionOutcome): Conversion {
	if ("conversion" in outcome) return outcome.conversion;
	if ("failed" in outcome) throw new Error(`a conversion failed: ${outcome.failed}`);
	const { kind, message } = outcome.refused;
	throw kind === "TooLarge" ? new TooLargeError(message) : new InvalidArgumentError(message);
}
