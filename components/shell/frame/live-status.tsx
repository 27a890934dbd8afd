"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Radio, RefreshCw } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { Tooltip } from "@/components/kit/ui/tooltip";
import { firstPosition } from "@/lib/browser/first-answers";
import { followLiveEvents, type LiveState, liveState, onLiveState } from "@/lib/browser/live-events";
import { servicePath } from "@/lib/browser/service-path";
import { openEvents } from "@/lib/browser/shared-stream";
import { useLeavingSession } from "./session-end";

const WORDS: Record<LiveState, { word: string; means: string }> = {
	connecting: { word: "Connecting…", means: "Connecting to live updates…" },
	live: { word: "Up to date", means: "Changes appear here automatically, usually within two seconds." },
	reconnecting: {
		word: "Reconnecting…",
		means: "Live updates are interrupted. The page checks for changes every few seconds and reconnects automatically.",
	},
};

/** Whether live updates arrive. */
export const useLiveState = (): LiveState => useSyncExternalStore(onLiveState, liveState, () => "connecting");

/**
 * Keeps pages current by live updates; once per tab.
 * @param openStream the same function on every render
 */
export function useLiveUpdates(openStream: typeof openEvents = openEvents): void {
	const client = useQueryClient();
	const leaving = useLeavingSession();
	useEffect(() => {
		if (leaving) return;
		const { look, lose, stop } = followLiveEvents({
			client,
			open: () => openStream(servicePath("/api/events"), firstPosition()),
			isVisible: () => document.visibilityState === "visible",
		});
		document.addEventListener("visibilitychange", look);
		window.addEventListener("offline", lose);
		window.addEventListener("online", look);
		return () => {
			document.removeEventListener("visibilitychange", look);
			window.removeEventListener("offline", lose);
			window.removeEventListener("online", look);
			stop();
		};
	}, [client, leaving, openStream]);
}

/** Shows whether live updates arrive. */
export function LiveStatus() {
	const state = useLiveState();
	const { word, means } = WORDS[state];
	const Icon = state === "live" ? Radio : RefreshCw;
	return (
		<Tooltip content={means}>
			<button
				type="button"
				className={`flex cursor-help items-center gap-2 rounded-md px-2 py-1.5 text-start text-small max-lg:min-h-11 ${state === "live" ? "max-lg:hidden" : ""} ${state === "reconnecting" ? "bg-warn-soft text-warn" : "text-muted"}`}
			>
				<Icon aria-hidden className={`size-4 shrink-0 ${state === "live" ? "text-ok" : ""}`} />
				<span role="status">{word}</span>
			</button>
		</Tooltip>
	);
}
