"use client";

import type { RefObject } from "react";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import type { ChosenPlace } from "./chosen-place";
import type { DraftSet } from "./draft";
import { FenceForm, type Shape, type Typed } from "./fence-form";
import { isCircle } from "./shapes";

export interface FenceFormsProps {
	/** The shape of a new geofence that is typed; null while none is. */
	typing: Shape | null;
	/** The set that a new one goes into. */
	into: DraftSet | undefined;
	/** Of the chosen geofence, and the set that holds it. */
	place: ChosenPlace | null;
	holder: DraftSet | undefined;
	/** The chosen one as it is shown: where it is dragged to. */
	fence: Geofence | undefined;
	form: RefObject<Typed | null>;
	onTyped: (unapplied: boolean) => void;
	onAdd: (fence: Geofence) => void;
	onNeverMind: () => void;
	/** Null removes the chosen one. */
	onChange: (fence: Geofence | null) => void;
}

/** The numbers of a new geofence while one is typed, else those of the chosen one; nothing where there is neither. */
export function FenceForms({ typing, into, place, holder, fence, form, onTyped, ...props }: FenceFormsProps) {
	if (typing !== null) {
		if (into === undefined) return null;
		return (
			<FenceForm
				key={typing}
				fence={null}
				shape={typing}
				setName={into.set_name}
				onTyped={onTyped}
				ref={form}
				onApply={props.onAdd}
				onRemove={props.onNeverMind}
			/>
		);
	}
	if (fence === undefined || place === null) return null;
	return (
		<FenceForm
			key={`${place.key}:${place.at}`}
			fence={fence}
			shape={isCircle(fence) ? "circle" : "polygon"}
			setName={holder?.set_name ?? ""}
			onTyped={onTyped}
			ref={form}
			onApply={props.onChange}
			onRemove={() => props.onChange(null)}
		/>
	);
}
