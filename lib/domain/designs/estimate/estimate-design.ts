import type { Estimate, EstimateRequest } from "@/lib/contract/estimate";
import { rejection } from "@/lib/contract/sentences/rejections";
import { designVisibility, mayCreateDesign, mayEditDesign, requireRight } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { findDesignOrThrow } from "@/lib/domain/designs/find-design-or-throw";
import { accessAttributesOf, type DesignRecord } from "@/lib/domain/designs/load-designs";
import type { Service } from "@/lib/platform/service";
import { estimateAudienceSize, estimateProximitySize, type SizeEstimate } from "./estimate-size";
import { type EstimatedContents, estimatedContents, problemsOfContents } from "./estimated-contents";
import { type ReachOfSets, reachOfSets } from "./reach-of-sets";

/**
 * `POST /api/designs/<id>/estimate` (docs/contract.md, Designs and builds): predicts a build: the
 * size of the file, geofences or reach of each set, and reasons for a rejection. It takes the saved
 * design or `sets`. It reveals no numbers below the least reach.
 * @param options.signal the caller's; it ends the evaluation
 * @throws NotFoundError
 * @throws ForbiddenError when the caller sees the design through a target only, or gives `sets` and
 *   may not edit it
 * @throws InvalidArgumentError naming a set that the design does not have
 * @throws ThrottledError, UnavailableError when the caller, or all callers together, run too many
 *   estimates
 */
export async function estimateDesign(
	service: Service,
	principal: Principal,
	designId: string,
	{ sets: wanted, parts }: EstimateRequest,
	options: { readonly signal?: AbortSignal } = {},
): Promise<Estimate> {
	const began = performance.now();
	const { record } = await findDesignOrThrow(service.prisma, principal, designId);
	requireRight(
		principal,
		(caller) => designVisibility(caller, accessAttributesOf(record)) === "direct" && mayCreateDesign(caller),
		"only callers who see the design's contents may estimate it",
	);
	// Unsaved sets are evaluated over the sources of the owner's organization, so only editors may
	// send them.
	if (wanted !== undefined) {
		requireRight(
			principal,
			(caller) => mayEditDesign(caller, accessAttributesOf(record)),
			"only editors of the design may estimate unsaved contents",
		);
	}
	const sets = await estimatedContents(service, record, wanted);
	const { least_reach: leastReach } = record.ownerOrg;
	const evaluation = { leastReach, parts, caller: principal, ...options };
	const reached = record.type === "audience" ? await reachOfSets(service, record.owner_org_id, sets, evaluation) : null;
	// The total and the size of the file would reveal how many devices a small set adds.
	const isBelow = [...(reached?.bySet.values() ?? [])].some(({ reach }) => reach === null);
	const size = sets.length === 0 || isBelow ? null : sizeOf(record, sets, reached);
	const maxSize = service.settings.BUILD_MAX_BYTES;
	const problems = [...problemsOfContents(record, sets), ...(reached?.problems ?? [])];
	if (size !== null && size.low > maxSize) problems.push({ set: null, message: rejection.tooLarge() });
	return {
		type: record.type,
		size,
		max_size: maxSize,
		least_reach: reached === null ? 0 : leastReach,
		item_count: isBelow ? null : (reached?.estimate?.deviceCount ?? sets.reduce((sum, set) => sum + countOf(set), 0)),
		sets: sets.map((set, index) => describeSet(set, reached, index)),
		sources: (reached?.sources ?? []).map(
			({ slug, device_count: deviceCount, processed_at: processedAt, newest_seen_at: newestSeenAt }) => ({
				slug,
				device_count: deviceCount,
				processed_at: processedAt.toISOString(),
				newest_seen_at: newestSeenAt?.toISOString() ?? null,
			}),
		),
		problems,
		elapsed_ms: Math.round(performance.now() - began),
	};
}

function describeSet(set: EstimatedContents, reached: ReachOfSets | null, index: number): Estimate["sets"][number] {
	const own = reached?.bySet.get(index);
	return {
		set_id: set.setId,
		set_name: set.name,
		item_count: reached === null ? countOf(set) : (own?.reach ?? null),
		below_least_reach: own?.reach === null,
		parts: own?.parts ?? null,
		steps: own?.steps ?? null,
	};
}

const countOf = ({ fences }: EstimatedContents) => fences.circles + fences.polygons;

function sizeOf(
	record: DesignRecord,
	sets: readonly EstimatedContents[],
	reached: ReachOfSets | null,
): SizeEstimate | null {
	if (record.type === "proximity") return estimateProximitySize(sets.map(({ fences }) => fences));
	return reached?.estimate ? estimateAudienceSize(reached.estimate.bytes, sets.length) : null;
}
