import type { Audience } from "@/lib/contract/audience";
import type { ContractSet } from "@/lib/contract/design";
import type { LookupTest, LookupTestResult } from "@/lib/contract/lookup-test";
import { designVisibility, visibleBuilds } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { findSources } from "@/lib/domain/inventory/find-sources";
import { openSources } from "@/lib/domain/inventory/open-sources";
import { hasOptedOut } from "@/lib/domain/opt-outs/current-list";
import { type InspectOptions, inspect } from "@/lib/engine/inspection/inspect";
import type { LookupOutcome } from "@/lib/engine/inspection/jobs";
import { parseDeviceId } from "@/lib/formats/device-id";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { ForbiddenError, InvalidArgumentError, NotFoundError } from "@/lib/rules/errors";
import { findDesignOrThrow } from "./find-design-or-throw";
import { accessAttributesOf, type DesignRecord } from "./load-designs";
import { readChunks } from "./read-set-geofences";

const EVALUATION_MEMORY_MB = 512;

/** The contents that a lookup test reads. */
interface Tested {
	readonly build: { readonly id: string; readonly date: Date | null } | null;
	readonly sets: readonly ContractSet[];
	readonly outcome: LookupOutcome;
}

/**
 * `POST /api/designs/<id>/test` (docs/contract.md, Designs and builds): the sets that contain a
 * point or a device, with the geofences; none for a device that has opted out. It tests the saved contents, or a build's file as an agent
 * does. Saved contents are open to callers who see them, a build also to the administrators of its
 * targets.
 * @throws NotFoundError when the caller does not see the design or the build, or the build is
 *   another design's
 * @throws ForbiddenError for contents of a design that is visible through a target only
 * @throws ThrottledError, UnavailableError when the caller, or all callers together, run too many
 *   tests
 * @throws InvalidArgumentError for a point of an audience design, a device of a proximity one, or
 *   an invalid device id
 */
export async function testDesign(
	service: Service,
	principal: Principal,
	designId: string,
	input: LookupTest,
	options: { readonly signal?: AbortSignal } = {},
): Promise<LookupTestResult> {
	const began = performance.now();
	const { record } = await findDesignOrThrow(service.prisma, principal, designId);
	requireQuestionOfType(record, input);
	const asked = { caller: principal, signal: options.signal };
	const tested =
		input.build_id === undefined
			? await testContents(service, principal, record, input, asked)
			: await testBuild(service, principal, record, input.build_id, input, asked);
	return {
		against: tested.build === null ? "current" : "build",
		build_id: tested.build?.id ?? null,
		build_date: tested.build?.date?.toISOString() ?? null,
		sets: tested.outcome.sets.flatMap(({ set, geofenceCount, geofences }) => {
			const named = tested.sets[set];
			if (named === undefined) return [];
			return [
				{
					...named,
					geofence_count: geofenceCount,
					geofences:
						geofences?.map((geofence) => ({
							...geofence,
							feature: { ...geofence.feature, type: "Feature" as const },
						})) ?? null,
				},
			];
		}),
		checked_set_count: tested.sets.length,
		false_match_probability: tested.outcome.falseMatchProbability,
		elapsed_ms: Math.round(performance.now() - began),
	};
}

function requireQuestionOfType({ type }: DesignRecord, { device_id: deviceId }: LookupTest): void {
	if (type === "audience" && deviceId === undefined) {
		throw new InvalidArgumentError("'device_id': an audience design is tested with a device id", {
			parameter: "device_id",
		});
	}
	if (type === "proximity" && deviceId !== undefined) {
		throw new InvalidArgumentError("'latitude': a proximity design is tested with a point", { parameter: "latitude" });
	}
	if (deviceId !== undefined && parseDeviceId(deviceId) === null) {
		throw new InvalidArgumentError(
			"'device_id': must be 32 hexadecimal digits (an advertising id, hyphens are ignored), 40 (a SHA-1) or 64 (a SHA-256), and not all zero",
			{ parameter: "device_id" },
		);
	}
}

/** The caller, and the signal that ends the test. */
type Caller = Pick<InspectOptions, "caller" | "signal">;

async function testContents(
	service: Service,
	principal: Principal,
	record: DesignRecord,
	input: LookupTest,
	asked: Caller,
): Promise<Tested> {
	if (designVisibility(principal, accessAttributesOf(record)) !== "direct") {
		throw new ForbiddenError(
			"the contents of a design that is visible through a target only cannot be tested: give a build",
		);
	}
	const sets = record.sets.map((set) => ({ set_id: set.id, set_name: set.name, targeting_code: set.targeting_code }));
	const { latitude, longitude, device_id: deviceId } = input;
	if (latitude !== undefined && longitude !== undefined) {
		const outcome = await inspect(
			{ task: "point", setCount: sets.length, latitude, longitude },
			{ ...asked, chunkSource: (set) => readChunks(service, record.sets[set]?.geofence_collection_id ?? null) },
		);
		return { build: null, sets, outcome };
	}
	const outcome = await testDevice(service, record, deviceId ?? "", asked);
	return { build: null, sets, outcome };
}

async function testDevice(
	service: Service,
	record: DesignRecord,
	deviceId: string,
	asked: Caller,
): Promise<LookupOutcome> {
	const held = record.sets.flatMap((set, index) =>
		set.audience === null ? [] : [{ index, audience: set.audience as unknown as Audience }],
	);
	const audiences = held.map(({ audience }) => audience);
	const slugs = [...new Set(audiences.flatMap((audience) => audience.sources))];
	const sources = await findSources(service, record.owner_org_id, slugs);
	const missing = slugs.find((slug) => !sources.some((source) => source.slug === slug));
	if (missing !== undefined) {
		throw new InvalidArgumentError(
			`there is no inventory source '${missing}' with data that the owner's organization may use`,
		);
	}
	if (audiences.length === 0 || (await hasOptedOut(service, deviceId))) return { sets: [], falseMatchProbability: 0 };
	const opened = await openSources(service, sources);
	const tempDirectory = await service.files.workDirectory();
	const { sets, falseMatchProbability } = await inspect(
		{ task: "device", audiences, deviceId, ...opened, tempDirectory, memoryLimitMb: EVALUATION_MEMORY_MB },
		asked,
	);
	return { sets: sets.map((found) => ({ ...found, set: held[found.set]?.index ?? -1 })), falseMatchProbability };
}

async function testBuild(
	service: Service,
	principal: Principal,
	record: DesignRecord,
	buildId: string,
	{ latitude, longitude, device_id: deviceId }: LookupTest,
	asked: Caller,
): Promise<Tested> {
	const [visible] = await service.prisma.$queryRaw<{ id: string }[]>(Prisma.sql`
		SELECT builds.id FROM builds JOIN designs ON designs.id = builds.design_id
		WHERE builds.id = ${buildId}::uuid AND builds.design_id = ${record.id}::uuid AND ${visibleBuilds(principal)}`);
	if (visible === undefined) throw new NotFoundError("build not found");
	const build = await service.prisma.build.findUnique({
		where: { id: buildId },
		include: { sets: { orderBy: [{ position: "asc" }, { set_id: "asc" }] } },
	});
	const { file_key: fileKey = null, size = null, digest = null } = build ?? {};
	if (build?.status !== "done" || fileKey === null || size === null || digest === null) {
		throw new NotFoundError("build not found");
	}
	// The sets have the order of the file.
	const sets = build.sets.map((set) => ({
		set_id: set.set_id,
		set_name: set.name,
		targeting_code: set.targeting_code,
	}));
	const point = latitude === undefined || longitude === undefined ? null : { latitude, longitude };
	if (deviceId !== undefined && (await hasOptedOut(service, deviceId))) {
		const outcome = { sets: [], falseMatchProbability: 0 };
		return { build: { id: build.id, date: build.completed_at }, sets, outcome };
	}
	const outcome = await inspect(
		{
			task: "file",
			path: await service.files.localPath(fileKey),
			size: Number(size),
			sha256: digest,
			point,
			deviceId: deviceId ?? null,
		},
		asked,
	);
	return { build: { id: build.id, date: build.completed_at }, sets, outcome };
}
