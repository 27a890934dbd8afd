"use client";

import { useSyncExternalStore } from "react";
import { firstNow } from "@/lib/browser/first-answers";
import {
	formatAge,
	formatAgo,
	formatDate,
	formatInstant,
	formatMoment,
	formatZoned,
	type Now,
} from "@/lib/browser/format";
import { Tooltip } from "./tooltip";

const TICK = 15_000;

/** One clock for all: a page has hundreds of times on it. */
const listeners = new Set<() => void>();
let clock: ReturnType<typeof setInterval> | undefined;

function subscribe(changed: () => void): () => void {
	listeners.add(changed);
	clock ??= setInterval(() => {
		for (const listener of listeners) listener();
	}, TICK);
	return () => {
		listeners.delete(changed);
		if (listeners.size > 0) return;
		clearInterval(clock);
		clock = undefined;
	};
}

const present = () => Math.floor(Date.now() / TICK) * TICK;

/**
 * The present instant (epoch milliseconds), renewed every quarter of a minute. The browser's first
 * rendering has the server's instant and zone, since both have to be the same; null, with which the
 * formats say nothing, before the server knows the zone.
 */
export const useNow = (): Now => useSyncExternalStore<Now>(subscribe, present, firstNow);

/** A text for an instant, with the exact one in UTC on hover and focus. */
function Explained({ iso, children }: { iso: string; children: string }) {
	return (
		<Tooltip content={() => formatInstant(iso)}>
			<button type="button" className="-m-1 cursor-help rounded-sm p-1 text-start whitespace-nowrap">
				<time dateTime={iso}>{children}</time>
			</button>
		</Tooltip>
	);
}

/** How long ago, with the exact instant on hover and focus. `sentence`: with "ago", "on". */
export function RelativeTime({ iso, sentence = false }: { iso: string; sentence?: boolean }) {
	const now = useNow();
	return <Explained iso={iso}>{sentence ? formatAgo(iso, now) : formatAge(iso, now)}</Explained>;
}

/** The same in a row, which has several: without a stop of its own for the keyboard. */
export function RowTime({ iso }: { iso: string }) {
	return (
		<time dateTime={iso} title={formatInstant(iso)} className="whitespace-nowrap">
			{formatAge(iso, useNow())}
		</time>
	);
}

/**
 * The day and time of day in the reader's zone, with the exact instant on hover and focus. `zoned`:
 * the zone is named, as of plans.
 */
export function Moment({ iso, zoned = false }: { iso: string; zoned?: boolean }) {
	const now = useNow();
	return <Explained iso={iso}>{zoned ? formatZoned(iso, now) : formatMoment(iso, now)}</Explained>;
}

/** The day in the reader's zone, with the exact instant on hover and focus. */
export function Day({ iso }: { iso: string }) {
	return <Explained iso={iso}>{formatDate(iso, useNow())}</Explained>;
}
