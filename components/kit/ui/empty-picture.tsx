/** What an empty page is about: everything is done, filters hide all, or nothing has begun. */
export type EmptyPictureName = "done" | "search" | "start";

/** What stands in the middle of the rings. */
const MIDDLES: Record<EmptyPictureName, string> = {
	done: "M68 49l8 8l16-17",
	search: "M89 45a11 11 0 1 1-22 0a11 11 0 1 1 22 0M86 53l9 9",
	start: "M80 36v24M68 48h24",
};
/** Places around, as a map has them: two are within, and one is not. */
const PLACES = [
	[42, 34],
	[112, 62],
	[138, 26],
] as const;

/** The rings of a geofence around a sign, with places inside and outside of it. */
export function EmptyPicture({ name }: { name: EmptyPictureName }) {
	const tone = name === "done" ? "text-ok" : "text-accent";
	return (
		<svg aria-hidden width={112} height={96} viewBox="34 0 112 96" fill="none" className={`mb-2 ${tone}`}>
			<circle cx={80} cy={48} r={44} className="fill-surface stroke-line" strokeDasharray="3 4" />
			<circle cx={80} cy={48} r={30} className="fill-sunken stroke-line-strong" />
			<circle cx={80} cy={48} r={19} fill="currentColor" opacity={0.12} />
			{PLACES.map(([x, y], place) => (
				<g key={x} className={place === 2 ? "text-line-strong" : undefined}>
					<circle cx={x} cy={y} r={6} fill="currentColor" opacity={0.2} />
					<circle cx={x} cy={y} r={2.5} fill="currentColor" />
				</g>
			))}
			<path d={MIDDLES[name]} stroke="currentColor" strokeWidth={2.5} strokeLinecap="round" strokeLinejoin="round" />
		</svg>
	);
}
