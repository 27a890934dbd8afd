import type { Principal } from "@/lib/access/principal";
import { recordEvent } from "@/lib/audit/record-event";
import { measureAudienceExpression } from "@/lib/contract/audience";
import type { CreateDesign, DesignDetail, NewSet } from "@/lib/contract/design";
import type { DesignType } from "@/lib/contract/primitives";
import { ForbiddenError, InvalidArgumentError } from "@/lib/errors";
import type { Prisma } from "@/lib/generated/prisma/client";
import { normaliseFeatures } from "@/lib/geofences/parse";
import { refreshDesignSearch } from "@/lib/search/refresh-documents";
import type { Service } from "@/lib/service";
import { getDesignDetail } from "./get-design-detail";
import { dropGeofences, storeGeofences } from "./store-geofences";
import { targetingCodeFrom } from "./targeting-code";

/**
 * `POST /api/designs`: creates a design of the caller with its sets (design.md section 7); all of it or nothing.
 * @throws ForbiddenError for a credential that does not open what a designer does
 * @throws InvalidArgumentError naming the set and what is wrong with it
 */
export async function createDesign(service: Service, principal: Principal, input: CreateDesign): Promise<DesignDetail> {
	if (!principal.mayManage && principal.role === "designer") {
		throw new ForbiddenError("this credential does not open the creation of designs");
	}
	const codes = assignCodes(input.sets);
	for (const [index, set] of input.sets.entries()) requireContentsOfType(input.type, set, index);
	const collectionIds: (string | null)[] = [];
	try {
		for (const [index, set] of input.sets.entries()) collectionIds.push(await storeInline(service, set, index));
		const designId = await insert(service, principal, input, codes, collectionIds);
		return await getDesignDetail(service, principal, designId);
	} catch (error) {
		await dropGeofences(
			service,
			collectionIds.filter((id) => id !== null),
		);
		throw error;
	}
}

function assignCodes(sets: readonly NewSet[]): string[] {
	const taken = new Set<string>();
	for (const [index, { targeting_code: code }] of sets.entries()) {
		if (code === undefined) continue;
		if (taken.has(code)) {
			throw new InvalidArgumentError(`'sets[${index}].targeting_code': '${code}' is used by another set of the design`);
		}
		taken.add(code);
	}
	return sets.map((set) => {
		const code = set.targeting_code ?? targetingCodeFrom(set.set_name, taken);
		taken.add(code);
		return code;
	});
}

function requireContentsOfType(type: DesignType, set: NewSet, index: number): void {
	if (type === "proximity" && set.audience !== undefined) {
		throw new InvalidArgumentError(`'sets[${index}].audience': sets of a proximity design hold geofences`);
	}
	if (type === "audience" && set.geofences !== undefined) {
		throw new InvalidArgumentError(`'sets[${index}].geofences': sets of an audience design hold an audience`);
	}
	if (type === "audience" && set.audience === undefined) {
		throw new InvalidArgumentError(`'sets[${index}].audience': a set of an audience design needs one`);
	}
}

/** Geofences given inline are few and the caller's own: one that is refused refuses the whole request. */
async function storeInline(service: Service, set: NewSet, index: number): Promise<string | null> {
	if (set.geofences === undefined) return null;
	const stored = await storeGeofences(service, normaliseFeatures(set.geofences.features));
	if (stored.refusedCount === 0) return stored.collectionId;
	await dropGeofences(service, [stored.collectionId]);
	throw new InvalidArgumentError(`'sets[${index}].geofences': ${stored.refused[0]?.reason ?? "a feature is refused"}`, {
		detail: { refused_row_count: stored.refusedCount, refused: stored.refused },
	});
}

async function insert(
	service: Service,
	principal: Principal,
	input: CreateDesign,
	codes: readonly string[],
	collectionIds: readonly (string | null)[],
): Promise<string> {
	return service.prisma.$transaction(async (tx) => {
		const now = service.now();
		const counted = await tx.geofenceCollection.aggregate({
			where: { id: { in: collectionIds.filter((id) => id !== null) } },
			_sum: { geofenceCount: true },
		});
		const conditions = input.sets.map(({ audience }) => measureAudienceExpression(audience?.where).conditions);
		const design = await tx.design.create({
			data: {
				name: input.name,
				type: input.type,
				ownerId: principal.userId,
				ownerOrgId: principal.organizationId,
				designSize:
					input.type === "proximity"
						? (counted._sum.geofenceCount ?? 0)
						: conditions.reduce((total, count) => total + count, 0),
				createdAt: now,
				updatedAt: now,
				sets: {
					create: input.sets.map((set, position) => ({
						position,
						name: set.set_name,
						targetingCode: codes[position] ?? "",
						...(set.audience === undefined ? {} : { audience: set.audience as unknown as Prisma.InputJsonObject }),
						geofenceCollectionId: collectionIds[position] ?? null,
					})),
				},
			},
			select: { id: true },
		});
		await refreshDesignSearch(tx, design.id);
		await recordEvent(service, tx, principal, {
			action: "create",
			objectType: "design",
			objectId: design.id,
			designId: design.id,
			organizationId: principal.organizationId,
			statusAfter: "in_design",
		});
		return design.id;
	});
}
