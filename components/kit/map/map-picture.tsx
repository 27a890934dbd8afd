"use client";

import { useEffect, useRef, useState } from "react";
import { cx } from "@/components/kit/ui/cx";
import type { Bounds } from "@/lib/contract/design";
import { showPicture } from "./show-picture";

/**
 * A small picture of where a box is, beside words that say it, for many on one page; drawn once it
 * is in view, and gone where the browser draws no maps.
 */
export function MapPicture({ bounds }: { bounds: NonNullable<Bounds> }) {
	const canvas = useRef<HTMLCanvasElement>(null);
	const [state, setState] = useState<"coming" | "drawn" | "failed">("coming");
	useEffect(() => {
		const { current } = canvas;
		if (current === null) return;
		let stop: (() => void) | null = null;
		const seen = new IntersectionObserver((entries) => {
			if (entries.some(({ isIntersecting }) => isIntersecting)) {
				stop ??= showPicture(current, bounds, (drawn) => setState(drawn ? "drawn" : "failed"));
			}
		});
		seen.observe(current);
		return () => {
			seen.disconnect();
			stop?.();
		};
	}, [bounds]);
	return (
		<canvas
			ref={canvas}
			aria-hidden
			aria-busy={state === "coming"}
			hidden={state === "failed"}
			className={cx("h-24 w-full not-hidden:block", state === "coming" && "animate-breathe bg-line")}
		/>
	);
}
