"use client";

import type { Map as MapLibreMap } from "maplibre-gl";
import { type Ref, useImperativeHandle, useMemo, useRef, useState } from "react";
import { toast } from "sonner";
import { useShortcuts } from "@/components/keyboard/shortcuts";
import { roomy } from "@/components/map/bounds";
import { boxAround, boxOf, boxOfFence, buildFenceIndex, type FenceIndex } from "@/components/map/fence-index";
import { FenceMap } from "@/components/map/fence-map";
import { FenceTable } from "@/components/map/fence-table";
import { metresInWords } from "@/components/map/fence-words";
import { ActionDialog } from "@/components/ui/action-dialog";
import type { Bounds } from "@/lib/contract/design";
import type { CircleGeofence, Geofence } from "@/lib/geofences/geofence";
import { CircleHandles } from "./circle-handles";
import { type Draft, withFence, withFences } from "./draft";
import { DrawTools } from "./draw-tools";
import { FenceForm, type Shape } from "./fence-form";
import { ImportDialog } from "./import/import-dialog";
import { HELD_AT_MOST } from "./import/read-import";
import { SetPanel } from "./set-panel";
import { isCircle, toDrawn } from "./shapes";
import { type Tool, useDrawing } from "./use-drawing";
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

const shapeOf = (fence: Geofence): Shape => (isCircle(fence) ? "circle" : "polygon");

/** A geofence by its set and its place there, for as long as the set holds as many as when it was chosen. */
interface Place {
	key: string;
	at: number;
	of: number;
}

/** The set and the place within it of a row. */
function locate(index: FenceIndex, draft: Draft, row: number): Place | null {
	const place = index.sets[row];
	const set = place === undefined || row < 0 ? undefined : draft.sets[place];
	if (set === undefined) return null;
	return { key: set.key, at: row - (index.starts[place ?? 0] ?? 0), of: set.fences?.length ?? 0 };
}

/**
 * Which of a draft's sets holds what was chosen; -1 once the set is gone or holds more or fewer, as after a step back: what
 * stands there then is not what was chosen.
 */
const setOf = (draft: Draft, place: Place | null): number =>
	draft.sets.findIndex(({ key, fences }) => key === place?.key && fences?.length === place.of);

/** The row of a place; -1 once it is gone. */
function rowOf(index: FenceIndex, draft: Draft, place: Place | null): number {
	const at = setOf(draft, place);
	return place === null || at < 0 ? -1 : (index.starts[at] ?? 0) + place.at;
}

/** The index of a draft's geofences, made anew only when they differ: not with every letter of a set's name. */
function useFenceIndex(draft: Draft): FenceIndex {
	const make = () => {
		const fences = draft.sets.map((set) => set.fences);
		return { fences, index: buildFenceIndex(fences) };
	};
	const [made, setMade] = useState(make);
	const same =
		made.fences.length === draft.sets.length && made.fences.every((fences, at) => fences === draft.sets[at]?.fences);
	if (same) return made.index;
	const next = make();
	setMade(next);
	return next.index;
}

/** Geofences drawn, dragged and typed, on a map and in a table. */
export function ProximityEditor({ draft, active, onActive, onChange, onAddSet, onTyped, ref }: ProximityEditorProps) {
	const index = useFenceIndex(draft);
	const names = useMemo(() => draft.sets.map(({ set_name }) => set_name), [draft]);
	const [map, setMap] = useState<MapLibreMap | null>(null);
	const [tool, setTool] = useState<Tool>("select");
	const [place, setPlace] = useState<Place | null>(null);
	const chosen = rowOf(index, draft, place);
	const [typing, setTyping] = useState<Shape | null>(null);
	const typed = useTyped(typing !== null);
	const [importing, setImporting] = useState(false);
	const [first] = useState(() => boxAround(index));
	const [focus, setFocus] = useState<{ bounds: NonNullable<Bounds> } | null>(
		first === null ? null : { bounds: roomy(first) },
	);
	const panel = useRef<HTMLElement>(null);
	const set = draft.sets.find(({ key }) => key === active);
	const fence = index.fences[chosen];
	const editing = fence !== undefined && tool === "select" && typing === null ? fence : null;
	const circle = editing !== null && isCircle(editing) ? editing : null;
	const held = editing !== null && toDrawn(editing) !== null;
	const [drag, setDrag] = useState<{ of: CircleGeofence; to: CircleGeofence } | null>(null);
	// Where a circle is dragged to holds for as long as the draft holds that circle.
	const dragged = drag !== null && drag.of === circle ? drag.to : null;
	const [metres, setMetres] = useState<number | null>(null);
	const unavailable =
		set === undefined
			? "Choose or add a set first."
			: set.fences === null
				? "This set is too large to be edited here: import a file into it from the design's page."
				: null;

	useImperativeHandle(ref, () => ({
		before: (next, go) => {
			const stays = typing === null ? setOf(next, place) >= 0 : next.sets.some(({ key }) => key === active);
			if (stays) go();
			else typed.ask("This step takes away what it belongs to.", go);
		},
	}));

	const choose = (row: number, show: boolean) => {
		const go = () => {
			setTyping(null);
			setTool("select");
			const next = locate(index, draft, row);
			setPlace(next);
			if (next !== null) onActive(next.key);
			if (show && row >= 0) setFocus({ bounds: roomy(boxOf(index, row)) });
		};
		// What is chosen already keeps its form.
		if (row === chosen && row >= 0) go();
		else typed.settle(go);
	};
	const add = (fences: readonly Geofence[]) => {
		if (set === undefined) return;
		onChange(withFences(draft, set.key, fences));
		setTyping(null);
		const count = (set.fences?.length ?? 0) + fences.length;
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
	useDrawing({
		map,
		tool: unavailable === null ? tool : "select",
		editing: held ? editing : null,
		onDrawn: (drawn) => {
			add([drawn]);
			setTool("select");
		},
		onEdited: change,
		onProblem: (problem) => toast.error("The shape cannot be kept", { description: problem }),
		onMetres: setMetres,
	});
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
			<div className="flex min-h-0 min-w-0 flex-col border-line lg:border-e">
				<DrawTools
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
				/>
				<FenceMap
					index={index}
					names={names}
					label="Map to draw on; the table and the form beside it do the same by keyboard"
					focus={focus}
					chosen={held ? -1 : chosen}
					hidden={held ? chosen : -1}
					dragged={dragged}
					told={metres === null ? null : metresInWords(metres)}
					aiming={tool !== "select"}
					onPress={({ row }) => tool === "select" && choose(row, false)}
					onMap={setMap}
					fill
				>
					{map === null || circle === null ? null : (
						<CircleHandles
							key={`${place?.key}:${place?.at}`}
							map={map}
							circle={circle}
							shown={dragged ?? circle}
							onHold={typed.applyNow}
							onDrag={(to) => setDrag(to === null ? null : { of: circle, to })}
							onDone={(to) => {
								setDrag(null);
								change(to);
							}}
						/>
					)}
				</FenceMap>
			</div>
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
				{typing !== null && set !== undefined ? (
					<FenceForm
						key={typing}
						fence={null}
						shape={typing}
						setName={set.set_name}
						onTyped={onTyped}
						ref={typed.form}
						onApply={(made) => {
							add([made]);
							panel.current?.focus();
							setFocus({ bounds: roomy(boxOfFence(made)) });
						}}
						onRemove={() => {
							setTyping(null);
							panel.current?.focus();
						}}
					/>
				) : null}
				{fence === undefined || place === null || typing !== null ? null : (
					<FenceForm
						key={`${place.key}:${place.at}`}
						fence={dragged ?? fence}
						shape={shapeOf(fence)}
						setName={draft.sets.find(({ key }) => key === place.key)?.set_name ?? ""}
						onTyped={onTyped}
						ref={typed.form}
						onApply={change}
						onRemove={() => change(null)}
					/>
				)}
				{index.count === 0 ? (
					<p className="border-line border-t p-3 text-muted">
						Nothing is drawn yet. Draw or type a circle or a polygon, or import a file.
					</p>
				) : (
					<FenceTable index={index} names={names} chosen={chosen} onChoose={(row) => choose(row, true)} />
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
				<ImportDialog
					setName={set.set_name}
					count={set.fences?.length ?? 0}
					action="Take into the draft"
					atMost={HELD_AT_MOST}
					onTake={({ preview, mode }) => {
						const fences = mode === "add" ? [...(set.fences ?? []), ...preview.fences] : preview.fences;
						onChange({ sets: draft.sets.map((own) => (own.key === set.key ? { ...own, fences } : own)) });
						setPlace(null);
						setImporting(false);
						const bounds = boxAround(buildFenceIndex([preview.fences]));
						if (bounds !== null) setFocus({ bounds: roomy(bounds) });
					}}
					onCancel={() => setImporting(false)}
					onClose={() => setImporting(false)}
				/>
			) : null}
		</div>
	);
}
