import { pageRendering } from "@/lib/contract/page-rendering";

const LOCALE = "en-GB";
const SIZE_UNITS = ["B", "kB", "MB", "GB", "TB"] as const;

const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
/** The time zone, by default the reader's. */
type Zone = string | undefined;

/** The zone of the document, while a page is hydrated. */
let followed: Zone;

/** Has times be of a zone in place of this machine's; undefined ends that. */
export function followZone(zone: Zone): void {
	followed = zone;
}

const formats = new Map<Intl.DateTimeFormatOptions, Map<Zone, Intl.DateTimeFormat>>();

/**
 * Formats are expensive to build and every row needs one. Takes one of the constants below as
 * `options`.
 */
function dateFormat(given: Zone, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
	const zone = given ?? pageRendering()?.page()?.zone ?? followed;
	const ofOptions = formats.get(options) ?? new Map<Zone, Intl.DateTimeFormat>();
	formats.set(options, ofOptions);
	const made = ofOptions.get(zone) ?? new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: zone });
	ofOptions.set(zone, made);
	return made;
}

/**
 * The present instant in epoch milliseconds; null while the reader's clock and zone are unknown, on
 * the server.
 */
export type Now = number | null;
/** Shown while the reader's clock and zone are unknown. */
const UNKNOWN = "…";

const YEAR = { year: "numeric" } as const;
const DAY = { day: "numeric", month: "short" } as const;
const DAY_OF_YEAR = { ...DAY, year: "numeric" } as const;
const CLOCK = { hour: "2-digit", minute: "2-digit" } as const;

/** `1234567` → `1,234,567`. */
export const formatCount = (count: number): string => whole.format(count);

/** `1 geofence`, `1,940 geofences`. */
export const formatPlural = (count: number, one: string, many = `${one}s`): string =>
	`${formatCount(count)} ${count === 1 ? one : many}`;

/**
 * Counts a list: `13 deployments`; with filters, `1 deployment matches`, `13 deployments match`.
 */
export const formatFound = (count: number, one: string, narrowed: boolean): string =>
	`${formatPlural(count, one)}${narrowed ? ` ${count === 1 ? "matches" : "match"}` : ""}`;

/** A share: `38%`, `under 1%`; `0%` of nothing. */
export function formatShare(part: number, whole: number): string {
	const percent = whole === 0 ? 0 : (part / whole) * 100;
	return percent > 0 && percent < 1 ? "under 1%" : `${Math.round(percent)}%`;
}

/** Bytes in a decimal unit with at most three digits: `42.1 MB`. */
export function formatBytes(bytes: number): string {
	let size = Math.abs(bytes);
	let unit = 0;
	while (size >= 999.5 && unit < SIZE_UNITS.length - 1) {
		size /= 1000;
		unit += 1;
	}
	const digits = unit === 0 || size >= 99.95 ? 0 : 1;
	return `${bytes < 0 ? "−" : ""}${size.toFixed(digits)} ${SIZE_UNITS[unit]}`;
}

/** The exact number of bytes: `42,134,567 bytes`. */
export const formatExactBytes = (bytes: number): string => formatPlural(bytes, "byte");

/** A signed difference of bytes: `+23.8 MB`, `−1.2 MB`, `same`. */
export function formatByteChange(change: number): string {
	if (change === 0) return "same";
	return change > 0 ? `+${formatBytes(change)}` : formatBytes(change);
}

/** Seconds as a duration: `0.8 s`, `14 s`, `3 min 20 s`, `2 h 5 min`. */
export function formatDuration(seconds: number): string {
	if (seconds < 10) return `${seconds.toFixed(1)} s`;
	const all = Math.round(seconds);
	if (all < 60) return `${all} s`;
	if (all < 3600) return [`${Math.floor(all / 60)} min`, all % 60 > 0 ? `${all % 60} s` : ""].join(" ").trim();
	const minutes = Math.floor((all % 3600) / 60);
	return [`${Math.floor(all / 3600)} h`, minutes > 0 ? `${minutes} min` : ""].join(" ").trim();
}

/** The age of an instant: `now`, `4 min`, `3 h`, `yesterday`, `5 d`, then the date. */
export function formatAge(iso: string, now: Now): string {
	if (now === null) return UNKNOWN;
	const then = Date.parse(iso);
	const minutes = Math.floor((now - then) / 60_000);
	if (minutes < 1) return "now";
	if (minutes < 60) return `${minutes} min`;
	const hours = Math.floor(minutes / 60);
	if (hours < 24) return `${hours} h`;
	const days = Math.floor(hours / 24);
	if (days === 1) return "yesterday";
	if (days < 14) return `${days} d`;
	return formatDate(iso, now);
}

/** The age of an instant in a sentence: `just now`, `4 min ago`, `yesterday`, `on 2 Nov`. */
export function formatAgo(iso: string, now: Now): string {
	const age = formatAge(iso, now);
	if (age === "now") return "just now";
	if (age === "yesterday" || age === UNKNOWN) return age;
	return /^\d+ (min|h|d)$/.test(age) ? `${age} ago` : `on ${age}`;
}

/**
 * The day in the reader's zone, with the year unless it is the present one: `2 Nov`, `2 Nov 2025`.
 */
export function formatDate(iso: string, now: Now, zone?: string): string {
	if (now === null) return UNKNOWN;
	const year = dateFormat(zone, YEAR);
	const sameYear = year.format(new Date(iso)) === year.format(now);
	return dateFormat(zone, sameYear ? DAY : DAY_OF_YEAR).format(new Date(iso));
}

/** The day and the time in the reader's zone: `24 Nov, 06:00`. */
export function formatMoment(iso: string, now: Now, zone?: string): string {
	if (now === null) return UNKNOWN;
	return `${formatDate(iso, now, zone)}, ${dateFormat(zone, CLOCK).format(new Date(iso))}`;
}

/** When of a day something was: `at 14:03` today, else `on 24 Nov, 14:03`. */
export function formatClock(iso: string, now: Now, zone?: string): string {
	if (now === null) return UNKNOWN;
	const today = formatDate(iso, now, zone) === formatDate(new Date(now).toISOString(), now, zone);
	return today ? `at ${dateFormat(zone, CLOCK).format(new Date(iso))}` : `on ${formatMoment(iso, now, zone)}`;
}

const ZONE = { timeZoneName: "short" } as const;

/** The name of the reader's zone at an instant: `CET`. */
const zoneName = (iso: string, zone: string | undefined): string =>
	dateFormat(zone, ZONE)
		.formatToParts(new Date(iso))
		.find(({ type }) => type === "timeZoneName")?.value ?? "";

/** As {@link formatMoment} with the zone, as plans and openings need it: `24 Nov, 06:00 CET`. */
export function formatZoned(iso: string, now: Now, zone?: string): string {
	return now === null ? UNKNOWN : `${formatMoment(iso, now, zone)} ${zoneName(iso, zone)}`;
}

const IN_UTC = /(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC/g;

/** A sentence of the service, with its times in the reader's zone: the service writes UTC. */
export function formatSentence(sentence: string, now: Now, zone?: string): string {
	return sentence.replace(IN_UTC, (time, day, minute) => {
		const iso = `${day}T${minute}:00.000Z`;
		// A person may have written what looks like a time.
		return now === null || Number.isNaN(Date.parse(iso)) ? time : formatZoned(iso, now, zone);
	});
}

/**
 * A period in the reader's zone, which is named: `30 Nov, 06:00 CET – 14 Dec, 06:00`,
 * `from 30 Nov, 06:00 CET`, `until 14 Dec, 06:00 CET`; empty without times.
 */
export function formatPeriod(
	{ activate_at: from, deactivate_at: until }: { activate_at: string | null; deactivate_at: string | null },
	now: Now,
	zone?: string,
): string {
	if (now === null) return UNKNOWN;
	const named = (iso: string) => formatZoned(iso, now, zone);
	if (from === null) return until === null ? "" : `until ${named(until)}`;
	if (until === null) return `from ${named(from)}`;
	const same = zoneName(from, zone) === zoneName(until, zone);
	return `${named(from)} – ${same ? formatMoment(until, now, zone) : named(until)}`;
}

/** The exact instant: `21 Nov 2026, 08:16:33 UTC`. */
export function formatInstant(iso: string): string {
	return `${dateFormat("UTC", DAY_OF_YEAR).format(new Date(iso))}, ${iso.slice(11, 19)} UTC`;
}

/** The time until an instant: `4 min`, `3 h`, `5 d`; `now` once it has passed. */
export function formatUntil(iso: string, now: Now): string {
	if (now === null) return UNKNOWN;
	const minutes = Math.ceil((Date.parse(iso) - now) / 60_000);
	if (minutes <= 0) return "now";
	if (minutes < 60) return `${minutes} min`;
	const hours = Math.round(minutes / 60);
	return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} d`;
}

/** A CPM price; a dash without one. */
export const formatPrice = (price: { base: string } | null): string => price?.base ?? "—";
