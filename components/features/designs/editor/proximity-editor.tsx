"use client";

import { type Ref, useImperativeHandle, useMemo, useRef, useState } from "react";
import { useShortcuts } from "@/components/kit/keyboard/shortcuts";
import { roomy } from "@/components/kit/map/bounds";
import { boxAround, boxOf, boxOfFence } from "@/components/kit/map/fence-index";
import type { MapFocus } from "@/components/kit/map/fence-map";
import { FenceTable } from "@/components/kit/map/fence-table";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { type ChosenPlace, placeAfterRemoval, placeOfRow, rowOfPlace, setOfPlace } from "./chosen-place";
import { type Draft, withFence, withFences } from "./draft";
import { DraftImport } from "./draft-import";
import { type CircleOnItsWay, DrawingMap } from "./drawing-map";
import type { Shape } from "./fence-form";
import { FenceForms } from "./fence-forms";
import { SetPanel } from "./set-panel";
import type { Tool } from "./use-drawing";
import { useFenceIndex } from "./use-fence-index";
import { useTyped } from "./use-typed";

export interface EditorProps {
	draft: Draft;
	active: string | null;
	onActive: (key: string) => void;
	onChange: (draft: Draft, about?: string) => void;
	onAddSet: () => void;
}

/** What is asked before a step back or on is made. */
export interface StepGuard {
	/** Takes the step to a draft: at once, or once whoever types of a geofence that the draft lacks gives that up. */
	before: (next: Draft, go: () => void) => void;
}

export interface ProximityEditorProps extends EditorProps {
	/** Told whether something is typed of a geofence that is not applied. */
	onTyped: (unapplied: boolean) => void;
	ref: Ref<StepGuard>;
}

/** Geofences drawn, dragged and typed, on a map and in a table. */
export function ProximityEditor({ draft, active, onActive, onChange, onAddSet, onTyped, ref }: ProximityEditorProps) {
	const index = useFenceIndex(draft);
	const names = useMemo(() => draft.sets.map(({ set_name }) => set_name), [draft]);
	const [tool, setTool] = useState<Tool>("select");
	const [place, setPlace] = useState<ChosenPlace | null>(null);
	const chosen = rowOfPlace(index, draft, place);
	const [typing, setTyping] = useState<Shape | null>(null);
	const typed = useTyped(typing !== null);
	const [importing, setImporting] = useState(false);
	const [first] = useState(() => boxAround(index));
	const [focus, setFocus] = useState<MapFocus | null>(first === null ? null : { bounds: roomy(first) });
	const panel = useRef<HTMLElement>(null);
	const set = draft.sets.find(({ key }) => key === active);
	const fence = index.fences[chosen];
	const editing = fence !== undefined && tool === "select" && typing === null ? fence : null;
	const [drag, setDrag] = useState<CircleOnItsWay | null>(null);
	// Where a circle is dragged to holds for as long as the draft holds that circle.
	const dragged = drag !== null && drag.of === editing ? drag.to : null;
	const unavailable =
		set === undefined
			? "Choose or add a set first."
			: set.fences === null
				? "This set is too large to be edited here: import a file into it from the design's page."
				: null;

	useImperativeHandle(ref, () => ({
		before: (next, go) => {
			const stays = typing === null ? setOfPlace(next, place) >= 0 : next.sets.some(({ key }) => key === active);
			if (stays) go();
			else typed.ask("This step takes away what it belongs to.", go);
		},
	}));

	const choose = (row: number, show: boolean) => {
		const go = () => {
			setTyping(null);
			setTool("select");
			const next = placeOfRow(index, draft, row);
			setPlace(next);
			if (next !== null) onActive(next.key);
			if (show && row >= 0) setFocus({ bounds: roomy(boxOf(index, row)), asked: true });
		};
		// What is chosen already keeps its form.
		if (row === chosen && row >= 0) go();
		else typed.settle(go);
	};
	const add = (made: Geofence) => {
		if (set === undefined) return;
		onChange(withFences(draft, set.key, [made]));
		setTyping(null);
		const count = (set.fences?.length ?? 0) + 1;
		setPlace({ key: set.key, at: count - 1, of: count });
	};
	const take = (next: Tool) =>
		typed.settle(() => {
			setTool(next);
			setTyping(null);
			// A key that deletes must not mean a geofence that nobody looks at while another is drawn.
			if (next !== "select") setPlace(null);
		});
	const change = (next: Geofence | null) => {
		if (place === null || chosen < 0) return;
		onChange(withFence(draft, place.key, place.at, next));
		if (next !== null) return;
		setPlace(null);
		panel.current?.focus();
	};
	const removeInTable = (goOn: number) => {
		const next = placeOfRow(index, draft, goOn);
		change(null);
		if (next === null || place === null) return;
		setPlace(placeAfterRemoval(next, place));
		onActive(next.key);
		setFocus({ bounds: roomy(boxOf(index, goOn)), asked: true });
	};
	useShortcuts("Drawing", [
		{ keys: ["v"], does: "Select geofences", run: () => take("select") },
		{ keys: ["c"], does: "Draw a circle", run: () => take("circle"), unavailable },
		{ keys: ["p"], does: "Draw a polygon", run: () => take("polygon"), unavailable },
		{
			keys: ["Delete", "Backspace"],
			does: "Delete the chosen geofence",
			run: () => change(null),
			unavailable: chosen < 0 ? "No geofence is chosen." : null,
		},
	]);
	return (
		<div className="grid min-h-0 grow lg:grid-rows-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_minmax(22rem,28rem)] min-[120rem]:grid-cols-[minmax(0,1fr)_38rem]">
			<DrawingMap
				tool={tool}
				onTool={take}
				unavailable={unavailable}
				onType={(shape) =>
					typed.settle(() => {
						setTyping(shape);
						setTool("select");
						setPlace(null);
					})
				}
				index={index}
				names={names}
				focus={focus}
				chosen={chosen}
				editing={editing}
				editingKey={`${place?.key}:${place?.at}`}
				dragged={dragged}
				onHold={typed.applyNow}
				onDrag={setDrag}
				onChoose={(row) => choose(row, false)}
				onDrawn={(drawn) => {
					add(drawn);
					setTool("select");
				}}
				onEdited={change}
			/>
			<section
				ref={panel}
				aria-label="Sets and geofences"
				tabIndex={-1}
				className="min-h-0 bg-surface outline-none max-lg:border-line max-lg:border-t lg:overflow-y-auto"
			>
				<SetPanel
					draft={draft}
					type="proximity"
					active={active}
					onActive={onActive}
					onChange={onChange}
					onAdd={onAddSet}
					{...(set?.fences ? { onImport: () => typed.settle(() => setImporting(true)) } : {})}
				/>
				<FenceForms
					typing={typing}
					into={set}
					place={place}
					holder={draft.sets.find(({ key }) => key === place?.key)}
					fence={fence === undefined ? undefined : (dragged ?? fence)}
					form={typed.form}
					onTyped={onTyped}
					onAdd={(made) => {
						add(made);
						panel.current?.focus();
						setFocus({ bounds: roomy(boxOfFence(made)), asked: true });
					}}
					onNeverMind={() => {
						setTyping(null);
						panel.current?.focus();
					}}
					onChange={change}
				/>
				{index.count === 0 ? (
					<p className="border-line border-t p-3 text-muted">
						Nothing is drawn yet. Draw or type a circle or a polygon, or import a file.
					</p>
				) : (
					<FenceTable
						index={index}
						names={names}
						chosen={chosen}
						onChoose={(row) => choose(row, true)}
						onRemove={removeInTable}
					/>
				)}
			</section>
			<ActionDialog
				open={typed.question !== null}
				onOpenChange={(open) => open || typed.stay()}
				title="Give up what is typed?"
				description={typed.question}
				dismiss="Go on typing"
				action="Give it up"
				variant="destructive"
				pending={false}
				error={null}
				onSubmit={typed.giveUp}
			/>
			{importing && set !== undefined ? (
				<DraftImport
					draft={draft}
					set={set}
					onTake={(next, bounds) => {
						onChange(next);
						setPlace(null);
						setImporting(false);
						if (bounds !== null) setFocus({ bounds: roomy(bounds), asked: true });
					}}
					onClose={() => setImporting(false)}
				/>
			) : null}
		</div>
	);
}
