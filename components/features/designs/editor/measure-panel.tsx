import { areaInWords, distanceInWords } from "@/components/kit/map/fence-words";
import { areaOf, lengthOf } from "@/components/kit/map/measure";
import { Button } from "@/components/kit/ui/button";
import { controlClass, Field } from "@/components/kit/ui/field";
import type { Position } from "@/lib/rules/geofences/geofence";

export interface MeasurePanelProps {
	text: string;
	/** The positions of the text, or why it has none. */
	line: Position[] | string;
	onType: (text: string) => void;
	onClose: () => void;
}

/** Distance and area between places, clicked on the map or entered. */
export function MeasurePanel({ text, line, onType, onClose }: MeasurePanelProps) {
	const places = typeof line === "string" ? [] : line;
	const words = [
		places.length < 2 ? null : `Distance ${distanceInWords(lengthOf(places))}`,
		places.length < 3 ? null : `area within ${areaInWords(areaOf(places))}`,
	].filter((part) => part !== null);
	return (
		<section aria-label="Measure" className="grid gap-3 border-line border-t p-3">
			<h2 className="font-medium">Measure</h2>
			<p role="status" className="text-large">
				{words.length === 0 ? <span className="text-muted">Choose two places or more.</span> : words.join(" · ")}
			</p>
			<Field
				label="Places"
				live
				error={typeof line === "string" ? line : null}
				hint="One per line: latitude, longitude. Three or more have an area."
			>
				{(control) => (
					<textarea
						{...control}
						rows={4}
						spellCheck={false}
						value={text}
						onChange={(event) => onType(event.target.value)}
						className={controlClass("font-mono md:text-small")}
					/>
				)}
			</Field>
			<div className="flex flex-wrap gap-2">
				<Button className="max-lg:min-h-11" onClick={onClose}>
					Done
				</Button>
				<Button variant="quiet" className="max-lg:min-h-11" onClick={() => onType("")}>
					Clear
				</Button>
			</div>
		</section>
	);
}
