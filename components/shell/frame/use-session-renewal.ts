import { useEffect } from "react";
import { renewSession } from "@/lib/browser/session";

/** How often a session is renewed while its reader acts; it ends 12 hours after the last time. */
const RENEW_EVERY_MS = 600_000;
const ACTS = ["pointerdown", "keydown"] as const;

let renewedAt = Number.NEGATIVE_INFINITY;

function renew(): void {
	const now = performance.now();
	if (now - renewedAt < RENEW_EVERY_MS) return;
	renewedAt = now;
	// A later act makes up for one that fails.
	renewSession().catch(() => {
		renewedAt = Number.NEGATIVE_INFINITY;
	});
}

/**
 * Renews the session when its reader clicks or types. What pages fetch by themselves does not, so
 * that the session of an unattended page ends.
 */
export function useSessionRenewal(): void {
	useEffect(() => {
		for (const act of ACTS) window.addEventListener(act, renew, { capture: true, passive: true });
		return () => {
			for (const act of ACTS) window.removeEventListener(act, renew, { capture: true });
		};
	}, []);
}
