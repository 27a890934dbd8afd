import { type RefObject, useDeferredValue, useEffect, useRef } from "react";
import type { DeploymentDetail } from "@/lib/contract/deployment";

export interface Panel {
	/** What the panel shows: what the list marks, a moment later. */
	shown: DeploymentDetail | null;
	/** Another request is marked and about to be shown. */
	late: boolean;
	heading: RefObject<HTMLHeadingElement | null>;
	/** Moves the focus to the panel's heading; `after` a request: once the next one, or none, is shown in its place. */
	focus: (after?: string) => void;
}

/**
 * The panel beside the list. The list answers a key at once and the panel follows it, so that whoever holds a key down
 * does not wait for each request on the way.
 */
export function usePanel(current: DeploymentDetail | null): Panel {
	const following = useDeferredValue(current);
	const shown = current === null ? null : following;
	const id = shown?.id ?? null;
	const heading = useRef<HTMLHeadingElement>(null);
	const last = useRef(id);
	const awaited = useRef(false);
	useEffect(() => {
		last.current = id;
		if (!awaited.current) return;
		awaited.current = false;
		(heading.current ?? document.querySelector("h1"))?.focus({ preventScroll: true });
	}, [id]);
	const late = id !== (current?.id ?? null);
	return {
		shown,
		late,
		heading,
		focus: (after) => {
			if (after !== undefined || late) awaited.current = after === undefined || after === last.current;
			else requestAnimationFrame(() => heading.current?.focus());
		},
	};
}
