import { Prisma } from "@/lib/generated/prisma/client";
import { coalesced } from "@/lib/platform/coalesced";
import { countThrottled } from "@/lib/platform/metrics/metrics";
import type { Service } from "@/lib/platform/service";
import { ThrottledError } from "@/lib/rules/errors";

/** The period of limits (docs/contract.md, Limits). */
export const WINDOW_MS = 60_000;

/**
 * Counts a call in the caller's window of a minute, which their first call opens. The table is
 * shared by all processes, and admits exactly `limit` concurrent calls, in order of arrival.
 * Concurrent calls of one caller are coalesced, because their statements would wait for the same
 * row. Rejected calls do not extend the window. A conditional upsert, because rate-limiter-flexible
 * has half its throughput.
 * @param subject caller and limit: `token:<API key id>`, `user:<user id>`, `sign-in:<address>`
 * @throws ThrottledError with the seconds until the window ends
 */
export async function takeCall(service: Service, subject: string, limit: number): Promise<void> {
	if (!(await countCall(service, subject, limit))) throw await throttled(service, subject, limit);
}

/**
 * Counts a call as `takeCall` does, in a window of `windowMs`; returns whether it is within the
 * limit, and rejects none.
 */
export function countCall(service: Service, subject: string, limit: number, windowMs = WINDOW_MS): Promise<boolean> {
	return countOne(service, subject, { limit, windowMs });
}

interface Limit {
	readonly limit: number;
	readonly windowMs: number;
}

/** Whether a call is within its limit, which is the same for all calls of a subject. */
const countOne = coalesced<Limit, boolean>(async (service, subject, limits) => {
	const [limit] = limits;
	const passed = limit === undefined ? 0 : await countCalls(service, subject, limits.length, limit);
	return (index) => index < passed;
});

/** Counts several calls at once; returns how many are within the limit. */
async function countCalls(service: Service, subject: string, calls: number, { limit, windowMs }: Limit) {
	const now = service.now();
	const endsAt = new Date(now.getTime() + windowMs);
	const isOver = Prisma.sql`w.ends_at <= ${now}::timestamptz`;
	const [counted] = await service.prisma.$rows<{
		calls: number;
	}>(Prisma.sql`INSERT INTO call_windows AS w (subject, calls, ends_at) VALUES (${subject}, ${calls}::int, ${endsAt}::timestamptz)
			ON CONFLICT (subject) DO UPDATE SET
				calls = CASE WHEN ${isOver} THEN excluded.calls ELSE w.calls + excluded.calls END,
				ends_at = CASE WHEN ${isOver} THEN excluded.ends_at ELSE w.ends_at END
			WHERE w.calls < ${limit}::int OR ${isOver}
			RETURNING w.calls`);
	if (counted === undefined) return 0;
	return calls - Math.max(0, counted.calls - limit);
}

/** Takes back a call of this minute that turned out to be none to count. */
export async function giveBackCall(service: Service, subject: string): Promise<void> {
	const counted = { subject, calls: { gt: 0 }, ends_at: { gt: service.now() } };
	await service.prisma.callWindow.updateMany({ where: counted, data: { calls: { decrement: 1 } } });
}

/**
 * Rejects a caller whose window is full, without counting this call: for limits on failures.
 * @throws ThrottledError with the seconds until the window ends
 */
export async function refuseWhenFull(service: Service, subject: string, limit: number): Promise<void> {
	if (await isFull(service, subject, limit)) throw await throttled(service, subject, limit);
}

/** Whether the caller has used up the limit of this minute. */
export async function isFull(service: Service, subject: string, limit: number): Promise<boolean> {
	const full = { subject, calls: { gte: limit }, ends_at: { gt: service.now() } };
	return (await service.prisma.callWindow.count({ where: full })) > 0;
}

async function throttled(service: Service, subject: string, limit: number): Promise<ThrottledError> {
	const now = service.now();
	countThrottled();
	const open = await service.prisma.callWindow.findUnique({ where: { subject }, select: { ends_at: true } });
	const remaining = (open?.ends_at.getTime() ?? now.getTime() + WINDOW_MS) - now.getTime();
	return new ThrottledError(
		`too many calls: ${limit} are allowed in a minute`,
		Math.min(WINDOW_MS / 1_000, Math.max(1, Math.ceil(remaining / 1_000))),
	);
}
