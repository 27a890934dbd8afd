/** The mark: a circle around a circle, as a geofence around a place. */
export function Brand() {
	return (
		<span className="flex items-center gap-2 font-bold">
			<svg aria-hidden viewBox="0 0 18 18" fill="none" strokeWidth="2" className="size-4.5 stroke-accent">
				<circle cx="9" cy="9" r="7.5" />
				<circle cx="9" cy="9" r="3" />
			</svg>
			Targeting
		</span>
	);
}
