import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { guardLeaving } from "@/components/kit/session/leaving";
import { pathInService } from "@/lib/browser/service-path";

interface TraverseEvent extends Event {
	navigationType: string;
	destination: { key: string };
}

/**
 * Intercepts leaving unsaved work by a link, the palette, the browser's back button, or closing the
 * page. `onLeaving` gets a function that leaves anyway, and must be the same function on every
 * render. Gives a function that lifts the guard.
 */
export function useLeaveGuard(unsaved: boolean, onLeaving: (go: () => void) => void): () => void {
	const router = useRouter();
	const allowed = useRef(false);
	useEffect(() => {
		if (!unsaved) return;
		const closing = (event: BeforeUnloadEvent) => {
			if (!allowed.current) event.preventDefault();
		};
		const following = (event: MouseEvent) => {
			const link = event.target instanceof Element ? event.target.closest("a") : null;
			if (link === null || event.defaultPrevented || event.button !== 0) return;
			if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target === "_blank") return;
			const { origin, pathname, search, hash } = new URL(link.href, window.location.href);
			if (link.hasAttribute("download") || origin !== window.location.origin || pathname === window.location.pathname)
				return;
			event.preventDefault();
			event.stopPropagation();
			onLeaving(() => router.push(`${pathInService(pathname)}${search}${hash}`));
		};
		// The Navigation API also intercepts the back button, where available.
		const { navigation } = window as { navigation?: EventTarget & { traverseTo: (key: string) => unknown } };
		const turning = (event: Event) => {
			const { navigationType, destination } = event as TraverseEvent;
			if (allowed.current || navigationType !== "traverse" || !event.cancelable) return;
			event.preventDefault();
			onLeaving(() => navigation?.traverseTo(destination.key));
		};
		const unguard = guardLeaving(onLeaving);
		window.addEventListener("beforeunload", closing);
		document.addEventListener("click", following, true);
		navigation?.addEventListener("navigate", turning);
		return () => {
			unguard();
			window.removeEventListener("beforeunload", closing);
			document.removeEventListener("click", following, true);
			navigation?.removeEventListener("navigate", turning);
		};
	}, [unsaved, router, onLeaving]);
	return () => {
		allowed.current = true;
	};
}
