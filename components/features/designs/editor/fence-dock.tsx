"use client";

import { type Dispatch, type ReactNode, type RefObject, useCallback, useRef } from "react";
import { useFoot } from "@/components/kit/ui/use-foot";
import { isCircle } from "@/lib/rules/geofences/covers";
import type { Geofence, Position } from "@/lib/rules/geofences/geofence";
import { fenceAt } from "./chosen-place";
import { activeSet, type EditorEvent, type EditorState } from "./editor-state";
import { FenceForm, type Typed } from "./fence-form";

export interface FenceDockProps {
	state: EditorState;
	dispatch: Dispatch<EditorEvent>;
	/** The selected circle as dragged so far. */
	dragged: Geofence | null;
	form: RefObject<Typed | null>;
	/** Receives the focus when the form closes. */
	panel: RefObject<HTMLElement | null>;
	onRemove: (next: number) => void;
	/** What else is done with the map or the selection. */
	children: ReactNode;
}

/**
 * What is edited now: the form of a new geofence, or of the selected one, and what concerns several.
 * It stays in view below the list, or on small screens below the map or the list.
 */
export function FenceDock({ children, ...forms }: FenceDockProps) {
	const dock = useRef<HTMLDivElement>(null);
	useFoot(dock);
	return (
		<div
			ref={dock}
			className="border-line bg-surface max-lg:sticky max-lg:bottom-0 max-lg:z-20 max-lg:max-h-[50dvh] overflow-y-auto lg:z-1 lg:col-start-2 lg:row-start-3 lg:me-3 lg:mt-2 lg:max-h-[45dvh] lg:rounded-md lg:shadow-float lg:not-empty:border"
		>
			<FenceForms {...forms} />
			{children}
		</div>
	);
}

function FenceForms({ state, dispatch, dragged, form, panel, onRemove }: Omit<FenceDockProps, "children">) {
	const { typing, chosen, history } = state;
	const { sets } = history.present;
	const onTyped = useCallback((unapplied: boolean) => dispatch({ type: "typed", unapplied }), [dispatch]);
	const onShow = ([longitude, latitude]: Position) =>
		dispatch({ type: "shown", bounds: [longitude, latitude, longitude, latitude] });
	const fence = fenceAt(history.present, chosen);
	if (typing !== null) {
		const into = activeSet(state);
		const end = (event: EditorEvent) => {
			dispatch(event);
			panel.current?.focus();
		};
		return into === undefined ? null : (
			<FenceForm
				key={typing}
				fence={null}
				shape={typing}
				setName={into.set_name}
				onTyped={onTyped}
				onShow={onShow}
				ref={form}
				onApply={(made) => end({ type: "fenceTyped", fence: made })}
				onRemove={() => end({ type: "typingEnded" })}
			/>
		);
	}
	if (fence === undefined) return null;
	return (
		<FenceForm
			key={`${chosen?.key}:${chosen?.at}`}
			fence={dragged ?? fence}
			shape={isCircle(fence) ? "circle" : "polygon"}
			setName={sets.find(({ key }) => key === chosen?.key)?.set_name ?? ""}
			onTyped={onTyped}
			onShow={onShow}
			ref={form}
			onApply={(made) => dispatch({ type: "fenceChanged", fence: made })}
			onRemove={() => onRemove(-1)}
		/>
	);
}
