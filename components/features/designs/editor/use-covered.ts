import { type RefObject, useLayoutEffect, useState } from "react";

/** Where the sheet lies over the map instead of taking its place: Tailwind's `lg`. */
const WIDE = "(min-width: 64rem)";
/** Pixels on both sides of the sheet. */
const MARGINS = 24;

/** Pixels at the end of the map that a sheet lies over. */
export function useCovered(sheet: RefObject<HTMLElement | null>, open: boolean): number {
	const [covered, setCovered] = useState(0);
	useLayoutEffect(() => {
		const wide = matchMedia(WIDE);
		const look = () => setCovered(open && wide.matches ? (sheet.current?.offsetWidth ?? 0) + MARGINS : 0);
		look();
		wide.addEventListener("change", look);
		return () => wide.removeEventListener("change", look);
	}, [sheet, open]);
	return covered;
}
