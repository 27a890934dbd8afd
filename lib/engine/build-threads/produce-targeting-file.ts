import { rm } from "node:fs/promises";
import { rejection } from "@/lib/contract/sentences/rejections";
import { AudienceRefusedError } from "@/lib/engine/audience/evaluate";
import { TargetingInputError } from "@/lib/formats/errors";
import { loadTargetingFile } from "@/lib/formats/open";
import { storageProblem } from "@/lib/platform/files/storage-problem";
import { produceAudienceSet } from "./produce-audience-set";
import { produceProximityFilter } from "./produce-proximity-filter";
import {
	type BuildInput,
	type BuildOutcome,
	BuildRefusedError,
	type ProductionContext,
	type WrittenTargetingFile,
} from "./production";

/**
 * Produces the targeting file of a build at `input.outputPath` (docs/contract.md, Life of a
 * design): a proximity filter or an audience set. Reads it back with the agents' reader; a file
 * that fails this is removed. Expensive: run it on a thread (`produceInThread`). Never throws.
 */
export async function produceTargetingFile(input: BuildInput, context: ProductionContext): Promise<BuildOutcome> {
	try {
		const written =
			input.kind === "proximity"
				? await produceProximityFilter(input, context)
				: await produceAudienceSet(input, context);
		if (written.size > input.maxBytes) {
			throw new BuildRefusedError(
				`The targeting file has ${megabytes(written.size)}, and at most ${megabytes(input.maxBytes)} are allowed.`,
			);
		}
		context.onProgress({ phase: "verifying", percent: 95 });
		const formatVersion = await verify(input, written);
		return { result: { ...written, formatVersion } };
	} catch (error) {
		// A sweep removes the file later; the original error matters more.
		await rm(input.outputPath, { force: true }).catch(() => undefined);
		return outcomeOf(error);
	}
}

function outcomeOf(error: unknown): BuildOutcome {
	if (error instanceof BuildRefusedError) return { refused: error.message };
	if (error instanceof AudienceRefusedError || error instanceof TargetingInputError) {
		return { refused: rejection.otherwise(error.message) };
	}
	const lacking = storageProblem(error);
	return { failed: error instanceof Error ? error.message : String(error), ...(lacking ? { lacking } : {}) };
}

/**
 * Reads the file as an agent does, with digest, checksums and indexes, and compares it with the
 * build's input.
 */
async function verify(input: BuildInput, written: WrittenTargetingFile): Promise<string> {
	const file = await loadTargetingFile(input.outputPath, { expectedSha256: written.sha256 });
	const sets = file.meta.sets.map((set) => set.set_id).join();
	const same =
		file.kind === input.kind &&
		file.bytes === written.size &&
		file.meta.build_id === input.meta.build_id &&
		sets === input.sets.map((set) => set.set_id).join() &&
		Object.entries(written.counts).every(([name, count]) => Reflect.get(file.meta.counts, name) === count);
	if (!same) throw new Error("the targeting file does not hold what was written to it");
	return file.formatVersion;
}

function megabytes(bytes: number): string {
	return `${(bytes / 1_000_000).toLocaleString("en-US", { maximumFractionDigits: bytes < 10_000_000 ? 3 : 0 })} MB`;
}
