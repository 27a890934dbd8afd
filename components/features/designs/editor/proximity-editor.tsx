"use client";

import { type Dispatch, type RefObject, useCallback, useMemo, useRef, useState } from "react";
import { useShortcuts } from "@/components/kit/keyboard/shortcuts";
import { roomy } from "@/components/kit/map/bounds";
import { boxAround } from "@/components/kit/map/fence-index";
import type { MapFocus } from "@/components/kit/map/fence-map";
import { FenceTable } from "@/components/kit/map/fence-table";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { isCircle } from "@/lib/rules/geofences/covers";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { fenceAt, rowOfPlace } from "./chosen-place";
import { DraftImport } from "./draft-import";
import { type CircleOnItsWay, DrawingMap } from "./drawing-map";
import { activeSet, type EditorEvent, type EditorState, handled } from "./editor-state";
import { FenceForm, type Typed } from "./fence-form";
import { SetPanel } from "./set-panel";
import { useFenceIndex } from "./use-fence-index";

interface EditorProps {
	state: EditorState;
	dispatch: Dispatch<EditorEvent>;
}

/** Geofences drawn, dragged and typed, on a map and in a table. */
export function ProximityEditor({ state, dispatch }: EditorProps) {
	const draft = state.history.present;
	const index = useFenceIndex(draft);
	const names = useMemo(() => draft.sets.map(({ set_name }) => set_name), [draft]);
	const [start] = useState<MapFocus | null>(() => {
		const all = boxAround(index);
		return all === null ? null : { bounds: roomy(all) };
	});
	const chosen = rowOfPlace(draft, state.chosen);
	const set = activeSet(state);
	const editing = handled(state);
	const form = useRef<Typed>(null);
	const panel = useRef<HTMLElement>(null);
	const [drag, setDrag] = useState<CircleOnItsWay | null>(null);
	// A drag is valid while the draft has its circle.
	const dragged = drag !== null && drag.of === editing ? drag.to : null;
	const unavailable =
		set === undefined
			? "Select or add a set first."
			: set.fences === null
				? "This set is too large to edit here. Import a file on the design's page."
				: null;
	/**
	 * Dispatches an event that closes the form, and first applies typed changes, as a step of their
	 * own. Asks the user if they are invalid or belong to a new geofence.
	 */
	const settle = (event: EditorEvent) => {
		const typed = form.current?.any() === true ? form.current : null;
		const why =
			typed === null ? null : state.typing === null ? typed.apply() : "The new geofence has not been added yet.";
		dispatch(why === null ? event : { type: "asked", why, event });
	};
	const choose = (row: number, show: boolean) => {
		const event = { type: "fenceChosen", row, show } as const;
		// The selected one keeps its form.
		if (row === chosen && row >= 0) dispatch(event);
		else settle(event);
	};
	const remove = (next: number) => {
		if (chosen < 0) return;
		dispatch({ type: "fenceRemoved", next });
		panel.current?.focus();
	};
	useShortcuts("Drawing", [
		{ keys: ["v"], does: "Select geofences", run: () => settle({ type: "toolTaken", tool: "select" }) },
		{ keys: ["c"], does: "Draw a circle", run: () => settle({ type: "toolTaken", tool: "circle" }), unavailable },
		{ keys: ["p"], does: "Draw a polygon", run: () => settle({ type: "toolTaken", tool: "polygon" }), unavailable },
		{
			keys: ["Delete", "Backspace"],
			does: "Delete the selected geofence",
			run: () => remove(-1),
			unavailable: chosen < 0 ? "No geofence is selected." : null,
		},
	]);
	return (
		<div className="grid min-h-0 grow lg:grid-rows-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_minmax(22rem,28rem)] min-[120rem]:grid-cols-[minmax(0,1fr)_38rem]">
			<DrawingMap
				tool={state.tool}
				onTool={(tool) => settle({ type: "toolTaken", tool })}
				unavailable={unavailable}
				onType={(shape) => settle({ type: "typingBegun", shape })}
				index={index}
				names={names}
				focus={state.focus ?? start}
				chosen={chosen}
				editing={editing}
				editingKey={`${state.chosen?.key}:${state.chosen?.at}`}
				dragged={dragged}
				onHold={() => form.current?.any() === true && form.current.apply()}
				onDrag={setDrag}
				onChoose={(row) => choose(row, false)}
				onDrawn={(fence) => dispatch({ type: "fenceDrawn", fence })}
				onEdited={(fence) => dispatch({ type: "fenceChanged", fence })}
			/>
			<section
				ref={panel}
				aria-label="Sets and geofences"
				tabIndex={-1}
				className="min-h-0 bg-surface outline-none max-lg:border-line max-lg:border-t lg:overflow-y-auto"
			>
				<SetPanel
					state={state}
					dispatch={dispatch}
					{...(set?.fences ? { onImport: () => settle({ type: "importOpened" }) } : {})}
				/>
				<FenceForms state={state} dispatch={dispatch} dragged={dragged} form={form} panel={panel} onRemove={remove} />
				{index.count === 0 ? (
					<p className="border-line border-t p-3 text-muted">
						No geofences yet. Draw one, enter coordinates or import a file.
					</p>
				) : (
					<FenceTable
						index={index}
						names={names}
						chosen={chosen}
						onChoose={(row) => choose(row, true)}
						onRemove={remove}
					/>
				)}
			</section>
			<ActionDialog
				open={state.question !== null}
				onOpenChange={(open) => open || dispatch({ type: "kept" })}
				title="Discard changes?"
				description={state.question?.why ?? null}
				dismiss="Keep editing"
				action="Discard"
				variant="destructive"
				pending={false}
				error={null}
				onSubmit={() => dispatch({ type: "givenUp" })}
			/>
			{state.importing && set !== undefined ? (
				<DraftImport
					draft={draft}
					set={set}
					onTake={(next, bounds) => dispatch({ type: "imported", draft: next, bounds })}
					onClose={() => dispatch({ type: "importClosed" })}
				/>
			) : null}
		</div>
	);
}

interface FenceFormsProps extends EditorProps {
	/** The selected circle as dragged so far. */
	dragged: Geofence | null;
	form: RefObject<Typed | null>;
	/** Receives the focus when the form closes. */
	panel: RefObject<HTMLElement | null>;
	onRemove: (next: number) => void;
}

/** The form of a new geofence, or of the selected one. */
function FenceForms({ state, dispatch, dragged, form, panel, onRemove }: FenceFormsProps) {
	const { typing, chosen, history } = state;
	const { sets } = history.present;
	const onTyped = useCallback((unapplied: boolean) => dispatch({ type: "typed", unapplied }), [dispatch]);
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
			ref={form}
			onApply={(made) => dispatch({ type: "fenceChanged", fence: made })}
			onRemove={() => onRemove(-1)}
		/>
	);
}
