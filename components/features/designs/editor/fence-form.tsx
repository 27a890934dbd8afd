"use client";

import { type Ref, useEffect, useEffectEvent, useId, useImperativeHandle, useRef, useState } from "react";
import { readDegrees } from "@/components/features/designs/shared/read-position";
import { textOf } from "@/components/kit/form/read-form";
import { circleRadius } from "@/components/kit/map/fence-index";
import { isLarge } from "@/components/kit/map/packed-ring";
import { Button } from "@/components/kit/ui/button";
import { controlClass, Field } from "@/components/kit/ui/field";
import { formatCount } from "@/lib/browser/format";
import { isCircle } from "@/lib/rules/geofences/covers";
import { GEOFENCE_LIMITS, type Geofence, type Position } from "@/lib/rules/geofences/geofence";
import { CornerFields, readCorner } from "./border/corner-fields";
import type { AreaGeofence } from "./border/corners";
import { DetailFields, readDetailFields } from "./detail-fields";
import type { Shape } from "./editor-state";
import { circleOf, cornersAsText, readPolygon, withName } from "./fence-text";

/** Typed changes of a form that are not applied yet. */
export interface Typed {
	any: () => boolean;
	/** Applies them; gives a sentence if they are invalid, else null. */
	apply: () => string | null;
}

export interface FenceFormProps {
	/** Null for a new one. */
	fence: Geofence | null;
	shape: Shape;
	setName: string;
	onApply: (fence: Geofence) => void;
	/** Removes the fence, or cancels the new one. */
	onRemove: () => void;
	/** Called with whether there are typed changes. */
	onTyped: (unapplied: boolean) => void;
	/** Called with a corner to see on the map. */
	onShow: (position: Position) => void;
	ref: Ref<Typed>;
}

/** A polygon with so many corners that they are edited one at a time; null for others. */
const borderOf = (fence: Geofence | null): AreaGeofence | null =>
	fence !== null && !isCircle(fence) && isLarge(fence) ? fence : null;

function read(fields: FormData, shape: Shape, border: AreaGeofence | null): Geofence | string {
	const name = textOf(fields, "name");
	if (border !== null) {
		const changed = readCorner(fields, border);
		return typeof changed === "string" ? changed : withName(changed, name);
	}
	if (shape === "polygon") return readPolygon(String(fields.get("corners") ?? ""), name);
	const latitude = readDegrees(textOf(fields, "latitude"), "latitude");
	const longitude = readDegrees(textOf(fields, "longitude"), "longitude");
	const written = textOf(fields, "radius");
	const radius = written === "" ? Number.NaN : Number(written);
	if (typeof latitude === "string") return latitude;
	if (typeof longitude === "string") return longitude;
	if (Number.isNaN(radius)) return "The radius must be a number of meters.";
	return circleOf([longitude, latitude], radius, name);
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

const fieldsOf = (form: HTMLFormElement | null): TextField[] =>
	[...(form?.elements ?? [])].filter(
		(field): field is TextField => field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement,
	);

const isTyped = (field: TextField): boolean => field.value !== field.defaultValue;

/** A geofence as coordinates, to edit by keyboard what the map edits by mouse. */
export function FenceForm({ fence, shape, setName, onApply, onRemove, onTyped, onShow, ref }: FenceFormProps) {
	const id = useId();
	const form = useRef<HTMLFormElement>(null);
	/** Names of the fields that differ from the fence. */
	const typed = useRef(new Set<string>());
	const tell = useEffectEvent(() => onTyped(typed.current.size > 0));
	// A new fence focuses its first field. Fields follow the fence as it is dragged or undone,
	// except those with typed changes.
	useEffect(() => {
		if (fence === null) form.current?.querySelector("input")?.focus();
		else
			for (const field of fieldsOf(form.current)) if (!typed.current.has(field.name)) field.value = field.defaultValue;
		tell();
	}, [fence]);
	useEffect(() => () => onTyped(false), [onTyped]);
	const [problem, setProblem] = useState<string | null>(null);
	const border = borderOf(fence);
	const apply = (): string | null => {
		if (form.current === null) return null;
		const fields = new FormData(form.current);
		const drawn = read(fields, shape, border);
		const made = typeof drawn === "string" ? drawn : readDetailFields(textOf(fields, "id"), fence, drawn);
		setProblem(typeof made === "string" ? made : null);
		if (typeof made === "string") return made;
		typed.current.clear();
		// Immediately, not with the next render: the next key may save.
		onTyped(false);
		onApply(made);
		return null;
	};
	useImperativeHandle(ref, () => ({ any: () => typed.current.size > 0, apply }));
	const note = () => {
		typed.current = new Set(fieldsOf(form.current).flatMap((field) => (isTyped(field) ? [field.name] : [])));
		onTyped(typed.current.size > 0);
		setProblem(null);
	};
	const [longitude, latitude] = fence?.geometry.type === "Point" ? fence.geometry.coordinates : [null, null];
	const { minRadius, maxRadius, defaultRadius } = GEOFENCE_LIMITS;
	return (
		<form
			ref={form}
			onSubmit={(event) => {
				event.preventDefault();
				apply();
			}}
			onInput={note}
			noValidate
			aria-labelledby={id}
			className="grid gap-3 border-line border-t p-3"
		>
			<h2 id={id} className="font-medium">
				{fence === null ? `New ${shape} in ${setName}` : `This ${shape}`}
			</h2>
			<Field label="Name" optional>
				{(control) => (
					<input
						{...control}
						name="name"
						defaultValue={fence?.properties.name ?? ""}
						maxLength={GEOFENCE_LIMITS.name}
						className={controlClass()}
					/>
				)}
			</Field>
			{shape === "circle" ? (
				<div className="grid grid-cols-3 gap-2">
					<Field label="Latitude">
						{(control) => (
							<input
								{...control}
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
								name="longitude"
								inputMode="decimal"
								defaultValue={longitude ?? ""}
								className={controlClass("font-mono")}
							/>
						)}
					</Field>
					<Field label="Radius (m)">
						{(control) => (
							<input
								{...control}
								name="radius"
								inputMode="decimal"
								title={`From ${minRadius} to ${formatCount(maxRadius)} meters`}
								defaultValue={fence === null ? defaultRadius : circleRadius(fence)}
								className={controlClass("font-mono")}
							/>
						)}
					</Field>
				</div>
			) : border !== null ? (
				<CornerFields fence={border} onChange={onApply} onProblem={setProblem} onShow={onShow} onRenewed={note} />
			) : (
				<Field
					label="Corners"
					hint="One corner per line: latitude, longitude. A blank line starts a hole, --- another polygon."
				>
					{(control) => (
						<textarea
							{...control}
							name="corners"
							rows={6}
							spellCheck={false}
							defaultValue={fence === null ? "" : cornersAsText(fence)}
							className={controlClass("font-mono md:text-small")}
						/>
					)}
				</Field>
			)}
			<DetailFields fence={fence} />
			{problem === null ? null : (
				<p role="alert" className="text-bad text-small">
					{problem}
				</p>
			)}
			<div className="flex flex-wrap gap-2">
				<Button type="submit">{fence === null ? `Add ${shape}` : "Apply"}</Button>
				<Button variant={fence === null ? "quiet" : "danger"} onClick={onRemove}>
					{fence === null ? "Cancel" : "Delete geofence"}
				</Button>
			</div>
		</form>
	);
}
