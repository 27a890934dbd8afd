import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { guardLeaving } from "@/components/kit/session/leaving";

interface Leaving {
	go: () => void;
}

interface TraverseEvent extends Event {
	navigationType: string;
	destination: { key: string };
}

/**
 * Asks before unsaved work is left: by a link, by the palette, by the browser's way back, or by closing the page. Gives
 * whether an answer is awaited, and the two answers.
 */
export function useLeaveGuard(unsaved: boolean) {
	const router = useRouter();
	const [leaving, setLeaving] = useState<Leaving | null>(null);
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
			setLeaving({ go: () => router.push(`${pathname}${search}${hash}`) });
		};
		// Where the browser has it, its own way back can be held up too.
		const { navigation } = window as { navigation?: EventTarget & { traverseTo: (key: string) => unknown } };
		const turning = (event: Event) => {
			const { navigationType, destination } = event as TraverseEvent;
			if (allowed.current || navigationType !== "traverse" || !event.cancelable) return;
			event.preventDefault();
			setLeaving({ go: () => navigation?.traverseTo(destination.key) });
		};
		const unguard = guardLeaving((go) => setLeaving({ go }));
		window.addEventListener("beforeunload", closing);
		document.addEventListener("click", following, true);
		navigation?.addEventListener("navigate", turning);
		return () => {
			unguard();
			window.removeEventListener("beforeunload", closing);
			document.removeEventListener("click", following, true);
			navigation?.removeEventListener("navigate", turning);
		};
	}, [unsaved, router]);
	return {
		asked: leaving !== null,
		stay: () => setLeaving(null),
		leave: () => {
			allowed.current = true;
			leaving?.go();
		},
	};
}
