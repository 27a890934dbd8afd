import { useId } from "react";
import { PATTERN_PATHS, setLook, TILE } from "./set-look";

/** The color and hatching of a set, as the map draws it. */
export function SetSwatch({ place }: { place: number }) {
	const id = useId();
	const { token, pattern } = setLook(place);
	const color = `var(${token})`;
	return (
		<svg aria-hidden viewBox="0 0 16 16" className="size-4 shrink-0">
			<pattern id={id} width={TILE} height={TILE} patternUnits="userSpaceOnUse">
				<path d={PATTERN_PATHS[pattern]} stroke={color} strokeWidth="1.5" fill="none" />
			</pattern>
			<rect
				x="1"
				y="1"
				width="14"
				height="14"
				rx="2"
				fill={color}
				fillOpacity="0.25"
				stroke={color}
				strokeWidth="1.5"
			/>
			<rect x="1" y="1" width="14" height="14" rx="2" fill={`url(#${id})`} />
		</svg>
	);
}
