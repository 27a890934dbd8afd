import { DAILY_MATCHES } from "@/lib/contract/constants";
import type { DeploymentRecord } from "@/lib/domain/deployments/load-deployments";
import type { Reader } from "@/lib/platform/service";

const DAY_MS = 86_400_000;

/** The matches of a deployment, as far as agents have reported them. */
export interface KnownMatches {
	readonly last_match_at: string | null;
	readonly matches_counted_since: string | null;
	readonly daily_matches: number[];
}

export const NO_MATCHES: KnownMatches = {
	last_match_at: null,
	matches_counted_since: null,
	daily_matches: Array.from({ length: DAILY_MATCHES }, () => 0),
};

interface Row {
	readonly id: string;
	readonly since: Date | null;
	readonly last: Date | null;
	readonly days: Readonly<Record<string, number>> | null;
}

/** Midnight in UTC of the current day, less so many days. */
export function startOfDay(service: Pick<Reader, "now">, daysAgo = 0): Date {
	return new Date((Math.floor(service.now().getTime() / DAY_MS) - daysAgo) * DAY_MS);
}

/**
 * Loads for each deployment, by its id, when it last matched and its sums of the last 14 days, in
 * one query.
 */
export async function loadMatches(
	service: Reader,
	records: readonly Pick<DeploymentRecord, "id" | "target_id" | "status" | "activated_at">[],
): Promise<Map<string, KnownMatches>> {
	if (records.length === 0) return new Map();
	const from = startOfDay(service, DAILY_MATCHES - 1);
	const rows = await service.prisma.$queryRaw<Row[]>`
		SELECT x.id, c.since, l.last_match_at AS last, s.days
		FROM unnest(${records.map(({ id }) => id)}::uuid[], ${records.map(({ target_id: targetId }) => targetId)}::uuid[]) AS x(id, target_id)
		LEFT JOIN match_counting c ON c.target_id = x.target_id
		LEFT JOIN LATERAL (SELECT m.last_match_at FROM match_days m WHERE m.deployment_id = x.id
			ORDER BY m.day DESC LIMIT 1) AS l ON TRUE
		LEFT JOIN LATERAL (SELECT json_object_agg(m.day, m.matches) AS days FROM match_days m
			WHERE m.deployment_id = x.id AND m.day >= (${from}::timestamptz AT TIME ZONE 'UTC')::date) AS s ON TRUE`;
	const found = new Map(rows.map((row) => [row.id, row]));
	return new Map(
		records.map((record) => {
			const row = found.get(record.id);
			const days = Array.from({ length: DAILY_MATCHES }, (_, index) => dayOf(from, index));
			return [
				record.id,
				{
					last_match_at: row?.last?.toISOString() ?? null,
					matches_counted_since: countedSince(record, row?.since ?? null),
					daily_matches: days.map((day) => row?.days?.[day] ?? 0),
				},
			];
		}),
	);
}

function dayOf(from: Date, index: number): string {
	return new Date(from.getTime() + index * DAY_MS).toISOString().slice(0, 10);
}

/**
 * Since when all matches of a deployment are counted: its activation, or a later start of counting.
 * Null where an agent does not count, and for deployments that no agent should load.
 */
export function countedSince(
	{ status, activated_at: activatedAt }: Pick<DeploymentRecord, "status" | "activated_at">,
	since: Date | null,
): string | null {
	if (status !== "activated" || activatedAt === null || since === null) return null;
	return (activatedAt > since ? activatedAt : since).toISOString();
}
