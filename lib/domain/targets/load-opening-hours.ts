import type { ActivationHours } from "@/lib/contract/activation-window";
import { Prisma } from "@/lib/generated/prisma/client";
import { timeOfJson } from "@/lib/platform/db/time-of-json";
import type { Transaction } from "@/lib/platform/service";
import type { Freeze, OpeningHours } from "@/lib/rules/opening-hours";
import { isTimeZone } from "@/lib/rules/time/zoned-day";

/**
 * When targets allow activations, by target; targets that always do are missing from the map. One
 * query for all.
 * @param since freezes that ended before this instant are left out
 */
export async function loadOpeningHours(
	db: Pick<Transaction, "$rows">,
	targetIds: readonly string[],
	since: Date,
): Promise<Map<string, OpeningHours>> {
	if (targetIds.length === 0) return new Map();
	const rows = await db.$rows<{ id: string; hours: ActivationHours | null; freezes: Freeze[] | null }>(Prisma.sql`
		SELECT t.id, t.activation_hours AS hours, f.freezes FROM targets t
		LEFT JOIN LATERAL (SELECT json_agg(json_build_object('starts_at', x.starts_at, 'ends_at', x.ends_at, 'reason', x.reason)
			ORDER BY x.starts_at, x.id) AS freezes
			FROM target_freezes x WHERE x.target_id = t.id AND x.ends_at > ${since}::timestamptz) f ON true
		WHERE t.id = ANY (${[...new Set(targetIds)]}::uuid[]) AND (t.activation_hours IS NOT NULL OR f.freezes IS NOT NULL)`);
	return new Map(
		rows.map(({ id, hours, freezes }) => [
			id,
			openingHoursOf(
				hours,
				(freezes ?? []).map(({ starts_at, ends_at, reason }) => ({
					starts_at: timeOfJson(starts_at),
					ends_at: timeOfJson(ends_at),
					reason,
				})),
			),
		]),
	);
}

/** Hours and freezes as the rules take them. */
export function openingHoursOf(hours: ActivationHours | null, freezes: readonly Freeze[]): OpeningHours {
	const zone = hours?.time_zone ?? "UTC";
	// A zone that another version of Node.js knew.
	return { time_zone: isTimeZone(zone) ? zone : "UTC", hours: hours?.hours ?? null, freezes };
}
