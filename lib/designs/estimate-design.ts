import { designSight, mayCreateDesign, mayEditDesign } from "@/lib/access/access";
import type { Principal } from "@/lib/access/principal";
import type { ReachEstimate } from "@/lib/audience/estimate-reach";
import { findSources, type PreparedSource } from "@/lib/audience/find-sources";
import type { Audience } from "@/lib/contract/audience";
import type { Estimate, EstimateRequest } from "@/lib/contract/estimate";
import { ForbiddenError, InvalidArgumentError, isDomainError } from "@/lib/errors";
import { inspect } from "@/lib/inspection/inspect";
import type { Service } from "@/lib/service";
import { estimateAudienceSize, estimateProximitySize, type FenceCounts, type SizeEstimate } from "./estimate-size";
import { findDesignOrThrow } from "./find-design";
import { type DesignRecord, factsOf } from "./load-designs";

/** Megabytes that an evaluation may use before it works on disk. */
const EVALUATION_MEMORY_MB = 512;

/** A set as it is estimated. */
interface EstimatedContents {
	readonly setId: string | null;
	readonly name: string;
	readonly fences: FenceCounts;
	readonly audience: Audience | null;
}

type Problem = Estimate["problems"][number];

/**
 * `POST /api/designs/<id>/estimate`: what a build would give, before it is requested (design.md section 7): the size of the
 * file, geofences or reach of each set, and what a build would be rejected for. Of the design as it is saved, or of `sets`.
 * @param options.signal the caller's: an evaluation that nobody waits for ends
 * @throws NotFoundError; ForbiddenError for who sees the design through a target only, and for `sets` of who may not edit it
 * @throws InvalidArgumentError naming a set that the design does not have; ThrottledError, UnavailableError when
 *   the caller, or everybody together, has too many estimated at once
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
	if (designSight(principal, factsOf(record)) !== "direct" || !mayCreateDesign(principal)) {
		throw new ForbiddenError("only who sees the design's contents may have it estimated");
	}
	// They are evaluated over the sources of the owner's organization: only who may put them into the design may ask.
	if (wanted !== undefined && !mayEditDesign(principal, factsOf(record))) {
		throw new ForbiddenError("only who may edit the design may have contents estimated that are not saved");
	}
	const sets = await contentsOf(service, record, wanted);
	const problems = emptySets(record, sets);
	const reached =
		record.type === "audience"
			? await reachOf(service, record, sets, { parts, problems, caller: principal.userId, ...options })
			: null;
	const size = sets.length === 0 ? null : sizeOf(record, sets, reached);
	const maxSize = service.settings.BUILD_MAX_BYTES;
	if (size !== null && size.low > maxSize)
		problems.push({ set: null, message: "The targeting file would be larger than is allowed." });
	const countOf = (set: EstimatedContents) => set.fences.circles + set.fences.polygons;
	return {
		type: record.type,
		size,
		max_size: maxSize,
		item_count: reached?.estimate?.deviceCount ?? sets.reduce((sum, set) => sum + countOf(set), 0),
		sets: sets.map((set, index) => ({
			set_id: set.setId,
			set_name: set.name,
			item_count: reached === null ? countOf(set) : (reached.reach.get(index)?.reach ?? null),
			parts: reached?.reach.get(index)?.parts ?? null,
		})),
		sources: (reached?.sources ?? []).map(({ slug, deviceCount, processedAt, newestSeenAt }) => ({
			slug,
			device_count: deviceCount,
			processed_at: processedAt.toISOString(),
			newest_seen_at: newestSeenAt?.toISOString() ?? null,
		})),
		problems,
		elapsed_ms: Math.round(performance.now() - began),
	};
}

/** The sets to estimate: those wanted, each with what the saved one has unless it says otherwise; else all saved ones. */
async function contentsOf(
	service: Service,
	record: DesignRecord,
	wanted: EstimateRequest["sets"],
): Promise<EstimatedContents[]> {
	const collectionIds = record.sets.flatMap((set) => set.geofenceCollectionId ?? []);
	const collections = await service.prisma.geofenceCollection.findMany({
		where: { id: { in: collectionIds } },
		select: { id: true, geofenceCount: true, polygonCount: true, vertexCount: true },
	});
	const counts = new Map(collections.map((collection) => [collection.id, collection]));
	const saved = new Map(
		record.sets.map((set) => {
			const stored = counts.get(set.geofenceCollectionId ?? "");
			const polygons = stored?.polygonCount ?? 0;
			const fences = { circles: (stored?.geofenceCount ?? 0) - polygons, polygons, vertices: stored?.vertexCount ?? 0 };
			const audience = set.audience as unknown as Audience | null;
			return [set.id, { setId: set.id, name: set.name, fences, audience }] as const;
		}),
	);
	if (wanted === undefined) return [...saved.values()];
	return wanted.map(({ set_id: setId, set_name: name, geofences, audience }, index) => {
		const before = setId === undefined ? undefined : saved.get(setId);
		if (setId !== undefined && before === undefined) {
			throw new InvalidArgumentError(`'sets[${index}].set_id': the design has no set of this id`);
		}
		if ((record.type === "proximity" ? audience : geofences) !== undefined) {
			throw new InvalidArgumentError(`'sets[${index}]': the design is of type '${record.type}'`);
		}
		const polygons = Math.min(geofences?.polygons ?? 0, geofences?.count ?? 0);
		return {
			setId: setId ?? null,
			name: name ?? before?.name ?? `Set ${index + 1}`,
			fences:
				geofences === undefined
					? (before?.fences ?? { circles: 0, polygons: 0, vertices: 0 })
					: { circles: geofences.count - polygons, polygons, vertices: Math.max(geofences.vertices, polygons * 4) },
			audience: audience ?? before?.audience ?? null,
		};
	});
}

/** What a build would be rejected for before anything is evaluated (lib/worker/prepare-build.ts). */
function emptySets(record: DesignRecord, sets: readonly EstimatedContents[]): Problem[] {
	if (sets.length === 0) return [{ set: null, message: "The design has no sets: add at least one." }];
	return sets.flatMap(({ name, fences, audience }, set) => {
		const empty = record.type === "proximity" ? fences.circles + fences.polygons === 0 : audience === null;
		const what = record.type === "proximity" ? "geofences" : "audience expression";
		return empty ? [{ set, message: `The set '${name}' has no ${what}: add some, or remove the set.` }] : [];
	});
}

interface Reached {
	readonly sources: readonly PreparedSource[];
	readonly estimate: ReachEstimate | null;
	/** By the index of the set; those that could not be evaluated are left out. */
	readonly reach: ReadonlyMap<number, { reach: number; parts: { path: string; reach: number }[] | null }>;
}

/** How expressions are evaluated, and for whom. */
interface Evaluated {
	readonly parts: boolean;
	readonly problems: Problem[];
	readonly caller: string;
	readonly signal?: AbortSignal | undefined;
}

async function reachOf(
	service: Service,
	record: DesignRecord,
	sets: readonly EstimatedContents[],
	{ parts, problems, caller, signal }: Evaluated,
): Promise<Reached> {
	const slugs = [...new Set(sets.flatMap(({ audience }) => audience?.sources ?? []))];
	// As a build does: what the owner's organization may use counts, whoever asks.
	const sources = await findSources(service, record.ownerOrgId, slugs);
	const known = new Set(sources.map(({ slug }) => slug));
	const evaluated = sets.flatMap(({ audience }, set) => {
		const missing = audience?.sources.find((slug) => !known.has(slug));
		if (missing !== undefined) {
			problems.push({
				set,
				message: `There is no inventory source '${missing}' with data that the owner's organization may use.`,
			});
		}
		return audience === null || missing !== undefined ? [] : [{ set, audience }];
	});
	if (evaluated.length === 0) return { sources, estimate: null, reach: new Map() };
	const estimate = await evaluate(
		service,
		sources,
		evaluated.map(({ audience }) => audience),
		{ parts, problems, caller, signal },
	);
	if (estimate === null) return { sources, estimate, reach: new Map() };
	const reach = evaluated.map(({ set }, index) => {
		const devices = estimate.reach[index] ?? 0;
		if (devices === 0) {
			problems.push({
				set,
				message: `The set '${sets[set]?.name}' reaches no device: check the segments and windows of the expression.`,
			});
		}
		return [set, { reach: devices, parts: estimate.parts?.[index] ?? null }] as const;
	});
	return { sources, estimate, reach: new Map(reach) };
}

async function evaluate(
	service: Service,
	sources: readonly PreparedSource[],
	audiences: readonly Audience[],
	{ parts, problems, caller, signal }: Evaluated,
): Promise<ReachEstimate | null> {
	const files = await Promise.all(
		sources.map(async ({ slug, fileKey }) => ({ slug, parquetPath: await service.files.localPath(fileKey) })),
	);
	const tempDirectory = await service.files.workDirectory();
	try {
		return await inspect(
			{ task: "reach", audiences, parts, sources: files, tempDirectory, memoryLimitMb: EVALUATION_MEMORY_MB },
			{ caller, signal },
		);
	} catch (error) {
		// Sources that do not go together: a build would be rejected for it.
		if (!isDomainError(error) || error.kind !== "InvalidArgument") throw error;
		problems.push({ set: null, message: `The design cannot be built as it stands: ${error.message}.` });
		return null;
	}
}

function sizeOf(
	record: DesignRecord,
	sets: readonly EstimatedContents[],
	reached: Reached | null,
): SizeEstimate | null {
	if (record.type === "proximity") return estimateProximitySize(sets.map(({ fences }) => fences));
	return reached?.estimate ? estimateAudienceSize(reached.estimate.bytes, sets.length) : null;
}
