import type { ActivationHours } from "@/lib/contract/activation-window";
import { Prisma } from "@/lib/generated/prisma/client";
import { timeOfJson } from "@/lib/platform/db/time-of-json";
import type { Transaction } from "@/lib/platform/service";
import type { Freeze, OpeningHours } from "@/lib/rules/opening-hours";
import { knownTimeZone } from "@/lib/rules/time/zoned-day";

/** A row of {@link openingHoursColumns}. */
export interface ReadOpeningHours {
	readonly hours: ActivationHours | null;
	readonly freezes: readonly Freeze[] | null;
}

/**
 * Columns of `targets` for {@link openingHoursOf}.
 * @param since freezes that ended before this instant are left out
 */
export const openingHoursColumns = (since: Date): Prisma.Sql => Prisma.sql`targets.activation_hours AS hours,
	(SELECT json_agg(json_build_object('starts_at', f.starts_at, 'ends_at', f.ends_at, 'reason', f.reason) ORDER BY f.starts_at, f.id)
		FROM target_freezes f WHERE f.target_id = targets.id AND f.ends_at > ${since}::timestamptz) AS freezes`;

/** Hours and freezes as the rules take them; null for a target that always allows activations. */
export function openingHoursOf({ hours, freezes }: ReadOpeningHours): OpeningHours | null {
	if (hours === null && freezes === null) return null;
	return {
		time_zone: knownTimeZone(hours?.time_zone ?? "UTC"),
		hours: hours?.hours ?? null,
		freezes: (freezes ?? []).map(({ starts_at, ends_at, reason }) => ({
			starts_at: timeOfJson(starts_at),
			ends_at: timeOfJson(ends_at),
			reason,
		})),
	};
}

/**
 * When targets allow activations, by target; targets that always do are missing from the map. One
 * query for all.
 */
export async function loadOpeningHours(
	db: Pick<Transaction, "$rows">,
	targetIds: readonly string[],
	since: Date,
): Promise<Map<string, OpeningHours>> {
	if (targetIds.length === 0) return new Map();
	const rows = await db.$rows<ReadOpeningHours & { readonly id: string }>(
		Prisma.sql`SELECT targets.id, ${openingHoursColumns(since)} FROM targets WHERE targets.id = ANY (${[...new Set(targetIds)]}::uuid[])`,
	);
	return new Map(
		rows.flatMap(({ id, ...read }) => {
			const rules = openingHoursOf(read);
			return rules === null ? [] : [[id, rules] as const];
		}),
	);
}
