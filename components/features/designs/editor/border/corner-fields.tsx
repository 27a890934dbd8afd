"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { readDegrees } from "@/components/features/designs/shared/read-position";
import { Button } from "@/components/kit/ui/button";
import { controlClass, Field } from "@/components/kit/ui/field";
import { formatCount } from "@/lib/browser/format";
import type { Position } from "@/lib/rules/geofences/geofence";
import {
	type AreaGeofence,
	type CornerChange,
	type CornerPlace,
	cornerAt,
	cornerCount,
	cornerPlace,
	neighborsOf,
	withCorner,
} from "./corners";

export interface CornerFieldsProps {
	fence: AreaGeofence;
	/** Called with the fence without a corner, or with another one. */
	onChange: (fence: AreaGeofence) => void;
	/** Called with a problem of that. */
	onProblem: (problem: string) => void;
	/** Called with a corner to see. */
	onShow: (position: Position) => void;
	/** Called once other values stand in the fields. */
	onRenewed: () => void;
}

const wrong = (count: number) => `The corner must be a number from 1 to ${formatCount(count)}.`;

/** One corner of a polygon that has too many for a list: by number, to move, to add after, to delete. */
export function CornerFields({ fence, onChange, onProblem, onShow, onRenewed }: CornerFieldsProps) {
	const [written, setWritten] = useState("1");
	const latitudeField = useRef<HTMLInputElement>(null);
	const count = cornerCount(fence);
	const place = cornerPlace(fence, Number(written));
	const [longitude, latitude] = (place === null ? undefined : cornerAt(fence, place)) ?? [null, null];
	const renewed = useEffectEvent(onRenewed);
	useEffect(() => {
		if (written !== "") renewed();
	}, [written]);
	/** The fence with what is written in the fields; null where that is invalid, and told. */
	const asWritten = (): AreaGeofence | null => {
		const form = latitudeField.current?.form;
		if (place === null || form === null || form === undefined) return fence;
		const read = readCorner(new FormData(form), fence);
		if (typeof read !== "string") return read;
		onProblem(read);
		return null;
	};
	const change = (own: AreaGeofence, to: CornerChange): boolean => {
		const changed = place === null ? wrong(count) : withCorner(own, place, to);
		if (typeof changed === "string") onProblem(changed);
		else onChange(changed);
		return typeof changed !== "string";
	};
	const unavailable = place === null ? wrong(count) : null;
	const go = (number: string) => {
		const own = asWritten();
		if (own === null) return;
		if (own !== fence) onChange(own);
		setWritten(number);
	};
	const add = () => {
		const own = asWritten();
		if (own === null || place === null) return;
		if (change(own, { followed: middleAfter(own, place) })) setWritten(String(Number(written) + 1));
	};
	return (
		<fieldset className="grid min-w-0 gap-2">
			<legend className="mb-1 font-medium">Corners: {formatCount(count)}</legend>
			<div className="grid grid-cols-3 gap-2">
				<Field label="Corner" error={unavailable} live>
					{(control) => (
						<input
							{...control}
							inputMode="numeric"
							value={written}
							onChange={(event) => go(event.target.value.trim())}
							className={controlClass("font-mono")}
						/>
					)}
				</Field>
				<Field label="Latitude">
					{(control) => (
						<input
							{...control}
							ref={latitudeField}
							key={`${written} ${latitude}`}
							name="latitude"
							inputMode="decimal"
							defaultValue={latitude ?? ""}
							className={controlClass("font-mono")}
						/>
					)}
				</Field>
				<Field label="Longitude">
					{(control) => (
						<input
							{...control}
							key={`${written} ${longitude}`}
							name="longitude"
							inputMode="decimal"
							defaultValue={longitude ?? ""}
							className={controlClass("font-mono")}
						/>
					)}
				</Field>
			</div>
			<input type="hidden" name="corner" value={written} />
			<div className="flex flex-wrap gap-1">
				<Button
					variant="quiet"
					unavailable={unavailable}
					onClick={() => longitude !== null && onShow([longitude, latitude])}
				>
					Show corner
				</Button>
				<Button variant="quiet" unavailable={unavailable} onClick={add}>
					Add corner after it
				</Button>
				<Button variant="quiet" unavailable={unavailable} onClick={() => void change(fence, "removed")}>
					Delete corner
				</Button>
			</div>
			<p className="text-muted text-small">On the map, zoom in until the corners show, then drag them.</p>
		</fieldset>
	);
}

/** Half of the way from a corner to the next one. */
function middleAfter(fence: AreaGeofence, place: CornerPlace): Position {
	const [longitude, latitude] = cornerAt(fence, place) ?? [0, 0];
	const [, next] = neighborsOf(fence, place);
	const step = next[0] - longitude;
	// The short way across the antimeridian.
	return [longitude + (Math.abs(step) > 180 ? step - 360 * Math.sign(step) : step) / 2, (latitude + next[1]) / 2];
}

/** The fence with the corner as it is written in the fields; gives a sentence when it is invalid. */
export function readCorner(fields: FormData, fence: AreaGeofence): AreaGeofence | string {
	const place = cornerPlace(fence, Number(fields.get("corner")));
	if (place === null) return wrong(cornerCount(fence));
	const latitude = readDegrees(String(fields.get("latitude") ?? ""), "latitude");
	const longitude = readDegrees(String(fields.get("longitude") ?? ""), "longitude");
	if (typeof latitude === "string") return latitude;
	if (typeof longitude === "string") return longitude;
	const [x, y] = cornerAt(fence, place) ?? [longitude, latitude];
	return x === longitude && y === latitude ? fence : withCorner(fence, place, { moved: [longitude, latitude] });
}
