import type { Audience } from "@/lib/contract/audience";
import { rejection } from "@/lib/contract/sentences/rejections";
import { findSources, type PreparedSource } from "@/lib/domain/inventory/find-sources";
import { openSources } from "@/lib/domain/inventory/open-sources";
import { findOptOutsPath } from "@/lib/domain/opt-outs/current-list";
import { listDevicesSoon } from "@/lib/domain/opt-outs/list-devices-soon";
import type { ReachEstimate } from "@/lib/engine/audience/estimate-reach";
import { inspect } from "@/lib/engine/inspection/inspect";
import type { Service } from "@/lib/platform/service";
import type { JobCaller } from "@/lib/platform/threads/thread-pool";
import { isDomainError } from "@/lib/rules/errors";
import { isolate } from "@/lib/rules/text/isolate";
import type { EstimatedContents, EstimateProblem } from "./estimated-contents";

/** Megabytes that an evaluation may use before it works on disk. */
const EVALUATION_MEMORY_MB = 512;

/** Devices whose hashes take as long as much of an estimate. */
const MANY_HASHES = 20_000;

/** The reach of an audience design's sets. */
export interface ReachOfSets {
	readonly sources: readonly PreparedSource[];
	/** Null when no set could be evaluated. */
	readonly estimate: ReachEstimate | null;
	/** By the index of the set, without sets that could not be evaluated. */
	readonly bySet: ReadonlyMap<
		number,
		{ readonly reach: number | null; readonly parts: Parts | null; readonly steps: Parts | null }
	>;
	readonly problems: readonly EstimateProblem[];
}

/** Null stands for fewer devices than the least reach, here and of a set. */
type Parts = { path: string; reach: number | null }[];

/** How and for which caller expressions are evaluated. */
export interface EvaluationOptions {
	/**
	 * Devices that each set must reach. Smaller numbers, zero included, stay hidden: they would
	 * reveal whether a person is in a group. Numbers are not rounded, so that they equal those of the
	 * build.
	 */
	readonly leastReach: number;
	readonly parts: boolean;
	readonly caller: JobCaller;
	readonly signal?: AbortSignal | undefined;
}

/**
 * Evaluates sets over the sources of the owner's organization, as a build does, for any caller.
 * @throws ThrottledError, UnavailableError when the caller, or all callers together, run too many
 *   evaluations
 */
export async function reachOfSets(
	service: Service,
	ownerOrgId: string,
	sets: readonly EstimatedContents[],
	options: EvaluationOptions,
): Promise<ReachOfSets> {
	const slugs = [...new Set(sets.flatMap(({ audience }) => audience?.sources ?? []))];
	const sources = await findSources(service, ownerOrgId, slugs);
	const known = new Set(sources.map(({ slug }) => slug));
	const problems: EstimateProblem[] = [];
	const evaluated = sets.flatMap(({ audience }, set) => {
		const missing = audience?.sources.find((slug) => !known.has(slug));
		if (missing !== undefined) {
			problems.push({ set, message: rejection.unknownSource(missing) });
		}
		return audience === null || missing !== undefined ? [] : [{ set, audience }];
	});
	if (evaluated.length === 0) return { sources, estimate: null, bySet: new Map(), problems };
	const audiences = evaluated.map(({ audience }) => audience);
	const estimate = await evaluate(service, sources, audiences, options);
	if ("refused" in estimate) {
		problems.push({ set: null, message: rejection.otherwise(estimate.refused) });
		return { sources, estimate: null, bySet: new Map(), problems };
	}
	const { leastReach } = options;
	const told = (reach: number) => (reach < leastReach ? null : reach);
	const toldOf = (counted: ReachEstimate["parts"], index: number) =>
		counted?.[index]?.map(({ path, reach }) => ({ path, reach: told(reach) })) ?? null;
	const reached = evaluated.map(({ set }, index) => {
		const reach = told(estimate.reach[index] ?? 0);
		return [set, { reach, parts: toldOf(estimate.parts, index), steps: toldOf(estimate.steps, index) }] as const;
	});
	const reachless = reached.flatMap(([set, { reach }]): EstimateProblem[] => {
		const message = rejection.ofReach(`The set '${isolate(sets[set]?.name ?? "")}' reaches`, leastReach);
		return reach === null || reach === 0 ? [{ set, message }] : [];
	});
	return { sources, estimate, bySet: new Map(reached), problems: [...problems, ...reachless] };
}

/**
 * @returns `refused`: why the sources do not fit together, for which a build would be rejected
 */
async function evaluate(
	service: Service,
	sources: readonly PreparedSource[],
	audiences: readonly Audience[],
	{ parts, caller, signal }: EvaluationOptions,
): Promise<ReachEstimate | { readonly refused: string }> {
	const evaluation = {
		...(await openSources(service, sources)),
		optOutsPath: await findOptOutsPath(service),
		tempDirectory: await service.files.workDirectory(),
	};
	const { engineUrl, optOutsPath } = evaluation;
	try {
		const estimate = await inspect(
			{ task: "reach", audiences, parts, ...evaluation, memoryLimitMb: EVALUATION_MEMORY_MB },
			{ caller, signal },
		);
		// An engine of its own reads no files of this machine.
		if (engineUrl === null && optOutsPath !== null && estimate.hashedDevices > MANY_HASHES) {
			listDevicesSoon(service, evaluation.sources, optOutsPath);
		}
		return estimate;
	} catch (error) {
		if (!isDomainError(error) || error.kind !== "InvalidArgument") throw error;
		return { refused: error.message };
	}
}
