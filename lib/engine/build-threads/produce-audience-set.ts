import { rejection } from "@/lib/contract/sentences/rejections";
import { evaluateAudiences } from "@/lib/engine/audience/evaluate";
import { writeAudienceSet } from "@/lib/formats/write-audience";
import { isolate } from "@/lib/rules/text/isolate";
import {
	type AudienceProduction,
	BuildRefusedError,
	type ProductionContext,
	type WrittenTargetingFile,
} from "./production";

/**
 * Writes the audience set of a design: evaluates the audiences of all sets at once and streams the
 * devices to the file. Refuses a set without devices, which is mostly due to a misspelt segment, and
 * one below the least reach.
 * @throws BuildRefusedError that names these sets; AudienceRefusedError for unusable sources
 */
export async function produceAudienceSet(
	input: AudienceProduction,
	{ onProgress, signal }: ProductionContext,
): Promise<WrittenTargetingFile> {
	onProgress({ phase: "evaluating", percent: 5 });
	const { engineUrl, optOutsPath, tempDirectory, memoryLimitMb } = input;
	const options = { engineUrl, optOutsPath, tempDirectory, memoryLimitMb, signal };
	const audiences = input.sets.map((set) => set.audience);
	return evaluateAudiences(audiences, input.sources, options, async (evaluation) => {
		requireReach(input, evaluation.reach);
		onProgress({ phase: "writing", percent: 60 });
		let done = 0;
		async function* devices() {
			for await (const chunk of evaluation.devices) {
				signal.throwIfAborted();
				yield chunk;
				done += chunk.combination.length;
				onProgress({ phase: "writing", percent: 60 + Math.floor((done / evaluation.deviceCount) * 30) });
			}
		}
		const sets = input.sets.map(({ set_id, set_name, targeting_code }) => ({ set_id, set_name, targeting_code }));
		const sources = input.sources.map((source) => source.slug);
		const written = await writeAudienceSet(
			input.outputPath,
			{ ...input.meta, kind: "audience", sets, sources },
			{ deviceIdKind: evaluation.deviceIdKind, devices: devices(), combinations: evaluation.combinations },
		);
		signal.throwIfAborted();
		const perSet = input.sets.map(({ set_id }, index) => ({ set_id, itemCount: evaluation.reach[index] as number }));
		return { ...written, counts: { ...written.counts }, perSet };
	});
}

/** @throws BuildRefusedError naming up to three of the sets that reach too few devices */
function requireReach({ sets, leastReach }: AudienceProduction, reach: readonly number[]): void {
	const few = sets.filter((_set, index) => (reach[index] as number) < Math.max(leastReach, 1));
	if (few.length === 0) return;
	const names = few.slice(0, 3).map((set) => `'${isolate(set.set_name)}'`);
	const more = few.length > names.length ? ` and ${few.length - names.length} more` : "";
	const subject = `The ${few.length === 1 ? "set" : "sets"} ${names.join(", ")}${more} ${few.length === 1 ? "reaches" : "reach"}`;
	throw new BuildRefusedError(rejection.ofReach(subject, leastReach));
}
