"use client";

import { useSyncExternalStore } from "react";
import { formatAge, formatAgo, formatInstant } from "@/lib/client/format";
import { Tooltip } from "./tooltip";

const TICK = 15_000;

function subscribe(changed: () => void): () => void {
	const timer = setInterval(changed, TICK);
	return () => clearInterval(timer);
}

const present = () => Math.floor(Date.now() / TICK) * TICK;

/** The present instant (epoch milliseconds), renewed every quarter of a minute. */
export const useNow = (): number => useSyncExternalStore(subscribe, present, present);

/** How long ago, with the exact instant on hover and focus. `sentence`: with "ago", "on". */
export function RelativeTime({ iso, sentence = false }: { iso: string; sentence?: boolean }) {
	const now = useNow();
	return (
		<Tooltip content={formatInstant(iso)}>
			<button type="button" className="cursor-help rounded-sm text-start whitespace-nowrap">
				<time dateTime={iso}>{sentence ? formatAgo(iso, now) : formatAge(iso, now)}</time>
			</button>
		</Tooltip>
	);
}
