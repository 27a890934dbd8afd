import type { NewSet } from "@/lib/contract/design-bodies";
import type { DesignType } from "@/lib/contract/primitives";
import { featurePieces } from "@/lib/engine/geofences/in-turns";
import type { Service } from "@/lib/platform/service";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { foreignSystem, systemReason } from "@/lib/rules/geofences/coordinate-system";
import { isolate } from "@/lib/rules/text/isolate";
import { dropGeofences, storeGeofences } from "./store-geofences";
import { targetingCodeFrom } from "./targeting-code-from";

// Sets in the body of the operations that create and edit a design.

/**
 * Maximum bytes of a body with sets. JSON is parsed as a whole; larger sets are imported as files.
 */
export const INLINE_SETS_BYTES = 8_388_608;

/**
 * Assigns targeting codes to all sets: those given, else made from the names (docs/contract.md,
 * Sets and targeting codes).
 * @throws InvalidArgumentError for a code that two sets have
 */
export function assignCodes(sets: readonly Pick<NewSet, "set_name" | "targeting_code">[]): string[] {
	const taken = new Set<string>();
	for (const [index, { targeting_code: code }] of sets.entries()) {
		if (code === undefined) continue;
		if (taken.has(code)) {
			throw new InvalidArgumentError(
				`'sets[${index}].targeting_code': '${isolate(code)}' is used by another set of the design`,
			);
		}
		taken.add(code);
	}
	return sets.map((set) => {
		const code = set.targeting_code ?? targetingCodeFrom(set.set_name, taken);
		taken.add(code);
		return code;
	});
}

/**
 * @param options.kept whether the set keeps contents that it has
 * @throws InvalidArgumentError unless the contents fit the type of the design
 */
export function requireContentsOfType(type: DesignType, set: NewSet, index: number, options = { kept: false }): void {
	if (type === "proximity" && set.audience !== undefined) {
		throw new InvalidArgumentError(`'sets[${index}].audience': sets of a proximity design hold geofences`);
	}
	if (type === "audience" && set.geofences !== undefined) {
		throw new InvalidArgumentError(`'sets[${index}].geofences': sets of an audience design hold an audience`);
	}
	if (type === "audience" && set.audience === undefined && !options.kept) {
		throw new InvalidArgumentError(`'sets[${index}].audience': a set of an audience design needs one`);
	}
}

/** Stores inline geofences. One refused geofence refuses the whole request. */
export async function storeInline(service: Service, set: NewSet, index: number): Promise<string | null> {
	if (set.geofences === undefined) return null;
	const name = `sets[${index}].geofences`;
	if (set.geofences.features.length === 0) {
		throw new InvalidArgumentError(
			`'${name}' must hold a feature: leave it out to keep the set's geofences, and remove them by a request of their own`,
		);
	}
	const system = foreignSystem(set.geofences.crs);
	if (system !== undefined) throw new InvalidArgumentError(systemReason(`'${name}'`, system));
	const stored = await storeGeofences(service, { features: true }, featurePieces(set.geofences.features));
	if (stored.refusedCount === 0) return stored.collectionId;
	await dropGeofences(service, [stored.collectionId]);
	throw new InvalidArgumentError(`'${name}': ${stored.refused[0]?.reason ?? "a feature is refused"}`, {
		detail: { refused_row_count: stored.refusedCount, refused: stored.refused },
	});
}
