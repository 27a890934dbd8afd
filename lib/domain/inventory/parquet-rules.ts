import type { DeviceIdKind } from "@/lib/formats/meta";
import { comparableSql, lengthSql, trimmedSql } from "./comparable-sql";
import { isNumberSql, seenAtSql, type TimeForm, timePartsSql } from "./seen-at-sql";

/** The kinds of device ids; the table of judged rows has their place plus one. */
export const KINDS: readonly DeviceIdKind[] = ["uuid", "sha1", "sha256"];
const KIND_NAMES: Record<DeviceIdKind, string> = { uuid: "a UUID", sha1: "a SHA-1", sha256: "a SHA-256" };

export const MAX_SEGMENT_LENGTH = 200;

/** Accepts fast clocks and local times taken for UTC; a larger offset would shift every window. */
const FUTURE_TOLERANCE_MS = 24 * 3600 * 1000;

/** Bytes of a value that is looked at: beyond them it is refused, whatever it holds. */
const LONGEST = { device_id: 256, segment: 4_096, seen_at: 128 } as const;

/** Why a row is refused, by the number in the table of judged rows. */
const FAULTS = {
	1: "The device_id is empty.",
	2: "The device_id is neither a UUID nor a SHA-1 or SHA-256 in hexadecimal digits.",
	3: "The device_id is all zeros: tracking is switched off.",
	4: "The segment is empty.",
	5: `The segment has more than ${MAX_SEGMENT_LENGTH} characters.`,
	6: "The segment is not valid UTF-8.",
	7: "The segment holds a control character.",
	8: "The seen_at is not an ISO 8601 date or time, or whole seconds, milliseconds or microseconds since 1970.",
	9: "The seen_at lies before 1970.",
	10: "The seen_at lies in the future.",
	11: "The seen_at is a number that is no time from 2005 to today: write a date without separators as 2024-05-01T12:00Z.",
} as const;
/** A device id of another kind than the first one of the file. */
export const OTHER_KIND = 100;

/** The reason of a fault as a sentence. */
export function reasonOf(fault: number, found: DeviceIdKind, kind: DeviceIdKind): string {
	if (fault !== OTHER_KIND) return FAULTS[fault as keyof typeof FAULTS];
	return `The device_id is ${KIND_NAMES[found]}, and the first one of the file is ${KIND_NAMES[kind]}.`;
}

/** Rows as a file has them: `line`, texts `device_id` and `segment`, and `seen_at` in some form. */
export interface RawRows {
	sql: string;
	timeForm: TimeForm;
}

/** The columns of `judgedSql`. */
export const JUDGED_COLUMNS = `line BIGINT, kind UTINYINT, uuid UUID, hash BLOB, segment VARCHAR,
	seen_at TIMESTAMP, fault UTINYINT`;

/**
 * SQL for the judged rows: `kind` is null unless the id is one, and then the id is in `uuid` or
 * `hash`; `fault` is null for a row to take, whatever its kind.
 */
export function judgedSql({ sql, timeForm }: RawRows, now: Date): string {
	const latest = new Date(now.getTime() + FUTURE_TOLERANCE_MS).toISOString().slice(0, 23);
	const isZero = "regexp_full_match(hex, '0+')";
	return `SELECT line, CASE WHEN NOT ${isZero} THEN kind END AS kind, CASE WHEN kind = 1 THEN TRY_CAST(hex AS UUID) END AS uuid,
			CASE WHEN kind > 1 THEN unhex(hex) END AS hash, segment, seen_at, CASE
				WHEN device = '' THEN 1
				WHEN kind IS NULL THEN 2
				WHEN ${isZero} THEN 3
				WHEN segment_text IS NULL OR segment = '' THEN 4
				WHEN segment IS NULL OR ${lengthSql("segment")} > ${MAX_SEGMENT_LENGTH} THEN 5
				WHEN contains(segment, chr(65533)) THEN 6
				WHEN regexp_matches(segment, '[\\x00-\\x1f\\x7f-\\x{9f}]') THEN 7
				WHEN is_number AND (seen_at IS NULL OR seen_at > TIMESTAMP '${latest}') THEN 11
				WHEN seen_at IS NULL OR NOT isfinite(seen_at) THEN 8
				WHEN seen_at < TIMESTAMP '1970-01-01' THEN 9
				WHEN seen_at > TIMESTAMP '${latest}' THEN 10 END AS fault
		FROM (SELECT line, device, hex, CASE
					WHEN regexp_full_match(hex, '[0-9A-Fa-f]{32}') THEN 1
					WHEN device <> plain THEN NULL
					WHEN regexp_full_match(hex, '[0-9A-Fa-f]{40}') THEN 2
					WHEN regexp_full_match(hex, '[0-9A-Fa-f]{64}') THEN 3 END AS kind,
				segment_text, segment, ${isNumberSql("seen_text", timeForm)} AS is_number,
				${seenAtSql("seen_text", timeForm, "parts")} AS seen_at
			FROM (SELECT *, replace(plain, '-', '') AS hex, ${timePartsSql("seen_text", timeForm)} AS parts
				FROM (SELECT line, device, ${plainDeviceSql("device")} AS plain, segment_text,
						CASE WHEN strlen(segment_text) <= ${LONGEST.segment} THEN ${comparableSql("segment_text")} END AS segment,
						seen_text
					FROM (${boundedSql(sql, timeForm)}))))`;
}

/** Trimmed values; one that is too long costs nothing more. */
function boundedSql(sql: string, timeForm: TimeForm): string {
	const seen = `CASE WHEN strlen(seen_at) <= ${LONGEST.seen_at} THEN ${trimmedSql("seen_at")} ELSE '' END`;
	return `SELECT line, CASE WHEN device_id IS NULL THEN '' WHEN strlen(device_id) > ${LONGEST.device_id} THEN '?'
			ELSE ${trimmedSql("device_id")} END AS device,
		segment AS segment_text, ${timeForm === "text" ? seen : "seen_at"} AS seen_text FROM ${sql}`;
}

/** A UUID without its braces, or what stands before it as a URN. */
function plainDeviceSql(device: string): string {
	return `CASE WHEN starts_with(${device}, '{') AND ends_with(${device}, '}') THEN ${device}[2:-2]
		WHEN lower(left(${device}, 9)) = 'urn:uuid:' THEN ${device}[10:] ELSE ${device} END`;
}
