import { type RefObject, useLayoutEffect } from "react";

/** Tells toasts how high a bar at the foot of the page is: they stay above its buttons. */
export function useFoot(bar: RefObject<HTMLElement | null>): void {
	useLayoutEffect(() => {
		const box = bar.current;
		if (box === null) return;
		const { style } = document.documentElement;
		const watcher = new ResizeObserver(() => style.setProperty("--foot", `${box.offsetHeight}px`));
		watcher.observe(box);
		return () => {
			watcher.disconnect();
			style.removeProperty("--foot");
		};
	}, [bar]);
}
