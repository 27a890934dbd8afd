import { literal } from "@/lib/engine/audience/duckdb";

/** `uuid`: 128 bits, an advertising id; `sha1`: 160 bits, the SHA-1 of one. */
export type DeviceIdKind = "uuid" | "sha1";

const KIND_NAMES: Record<DeviceIdKind, string> = { uuid: "a UUID", sha1: "a SHA-1" };

export const MAX_SEGMENT_LENGTH = 200;

/** Accepts fast clocks and local times taken for UTC; a larger offset would shift every window. */
const FUTURE_TOLERANCE_MS = 24 * 3600 * 1000;

/** ISO 8601: a date, or a date and time with `Z`, an offset, or nothing (UTC). */
const ISO_8601 = "\\d{4}-\\d{2}-\\d{2}([Tt ]\\d{2}:\\d{2}(:\\d{2}([.]\\d{1,9})?)?([Zz]|[+-]\\d{2}(:?\\d{2})?)?)?";

/**
 * The rows of `raw` (texts `device_id` and `segment`; `seen_at` a text or TIMESTAMP) with typed
 * values: `uuid` or `sha1` (null unless the id is one), `segment`, and `seen_at` (null when
 * invalid).
 */
export function parsedRows(raw: string, seenAtIsText: boolean): string {
	const seenAt = seenAtIsText
		? // DuckDB takes a zone only in capitals and after seconds. Its TIMESTAMP would pass over the zone.
			`CASE WHEN regexp_full_match(seen_text, '${ISO_8601}') THEN make_timestamp(epoch_us(TRY_CAST(regexp_replace(
				upper(seen_text), '^(.{10}[T ].{5})(Z|[+-].*)$', '\\1:00\\2') AS TIMESTAMPTZ))) END`
		: "seen_text";
	return `SELECT line, hex, segment,
			CASE WHEN length(hex) = 32 THEN TRY_CAST(hex AS UUID) END AS uuid,
			CASE WHEN length(hex) = 40 AND regexp_full_match(hex, '[0-9A-Fa-f]{40}') THEN unhex(hex) END AS sha1,
			${seenAt} AS seen_at
		FROM (SELECT line, replace(trim(coalesce(device_id, '')), '-', '') AS hex, trim(coalesce(segment, '')) AS segment,
			seen_at AS seen_text FROM ${raw})`;
}

/** SQL for the rejection reason of a parsed row as a sentence; null for a valid row. */
export function refusalSql(kind: DeviceIdKind, now: Date): string {
	const other = kind === "uuid" ? "sha1" : "uuid";
	const latest = new Date(now.getTime() + FUTURE_TOLERANCE_MS).toISOString().slice(0, 23);
	const zero = kind === "uuid" ? `'${"0".repeat(32)}'` : `'${"0".repeat(40)}'`;
	const mixed = `The device_id is ${KIND_NAMES[other]}, and the first one of the file is ${KIND_NAMES[kind]}.`;
	return `CASE
		WHEN hex = '' THEN 'The device_id is empty.'
		WHEN ${other} IS NOT NULL THEN ${literal(mixed)}
		WHEN ${kind} IS NULL THEN 'The device_id is neither a UUID nor a SHA-1 in hexadecimal digits.'
		WHEN hex = ${zero} THEN 'The device_id is all zeros: tracking is switched off.'
		WHEN segment = '' THEN 'The segment is empty.'
		WHEN length(segment) > ${MAX_SEGMENT_LENGTH} THEN 'The segment has more than ${MAX_SEGMENT_LENGTH} characters.'
		WHEN regexp_matches(segment, '[\\x00-\\x1f\\x7f-\\x{9f}]') THEN 'The segment holds a control character.'
		WHEN seen_at IS NULL OR NOT isfinite(seen_at) OR seen_at < TIMESTAMP '1970-01-01'
			THEN 'The seen_at is not an ISO 8601 date or time since 1970.'
		WHEN seen_at > TIMESTAMP '${latest}' THEN 'The seen_at lies in the future.'
	END`;
}
