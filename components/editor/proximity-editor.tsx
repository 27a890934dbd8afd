"use client";

import type { Map as MapLibreMap } from "maplibre-gl";
import { useMemo, useState } from "react";
import { toast } from "sonner";
import { useShortcuts } from "@/components/keyboard/shortcuts";
import { around, roomy } from "@/components/map/bounds";
import { boxOf, buildFenceIndex, type FenceIndex } from "@/components/map/fence-index";
import { FenceMap } from "@/components/map/fence-map";
import { FenceTable } from "@/components/map/fence-table";
import type { Bounds } from "@/lib/contract/design";
import type { Geofence } from "@/lib/geofences/geofence";
import { type Draft, withFence, withFences } from "./draft";
import { DrawTools } from "./draw-tools";
import { FenceForm, type Shape } from "./fence-form";
import { ImportDialog } from "./import/import-dialog";
import { HELD_AT_MOST } from "./import/read-import";
import { SetPanel } from "./set-panel";
import { canDrag } from "./shapes";
import { type Tool, useDrawing } from "./use-drawing";

export interface EditorProps {
	draft: Draft;
	active: string | null;
	onActive: (key: string) => void;
	onChange: (draft: Draft, about?: string) => void;
	onAddSet: () => void;
}

const shapeOf = (fence: Geofence): Shape => (fence.geometry.type === "Point" ? "circle" : "polygon");

/** The set and the place within it of a row. */
function locate(index: FenceIndex, draft: Draft, row: number): { key: string; at: number } | null {
	const place = index.sets[row];
	const set = place === undefined || row < 0 ? undefined : draft.sets[place];
	return set === undefined ? null : { key: set.key, at: row - (index.starts[place ?? 0] ?? 0) };
}

/** Geofences drawn, dragged and typed, on a map and in a table. */
export function ProximityEditor({ draft, active, onActive, onChange, onAddSet }: EditorProps) {
	const index = useMemo(() => buildFenceIndex(draft.sets.map(({ fences }) => fences)), [draft]);
	const names = useMemo(() => draft.sets.map(({ set_name }) => set_name), [draft]);
	const [map, setMap] = useState<MapLibreMap | null>(null);
	const [tool, setTool] = useState<Tool>("select");
	const [chosen, setChosen] = useState(-1);
	const [typing, setTyping] = useState<Shape | null>(null);
	const [importing, setImporting] = useState(false);
	const [first] = useState(() => around(Array.from({ length: index.count }, (_, row) => boxOf(index, row))));
	const [focus, setFocus] = useState<{ bounds: NonNullable<Bounds> } | null>(
		first === null ? null : { bounds: roomy(first) },
	);
	const set = draft.sets.find(({ key }) => key === active);
	const fence = index.fences[chosen];
	const place = locate(index, draft, chosen);
	const draggable = fence !== undefined && tool === "select" && typing === null && canDrag(fence);
	const unavailable =
		set === undefined
			? "Choose or add a set first."
			: set.fences === null
				? "This set is too large to be edited here: import a file into it from the design's page."
				: null;

	const choose = (row: number, show: boolean) => {
		setTyping(null);
		setTool("select");
		setChosen(row);
		const key = locate(index, draft, row)?.key;
		if (key !== undefined) onActive(key);
		if (show && row >= 0) setFocus({ bounds: roomy(boxOf(index, row)) });
	};
	const add = (fences: readonly Geofence[]) => {
		if (set === undefined) return;
		const at = draft.sets.indexOf(set);
		onChange(withFences(draft, set.key, fences));
		setTyping(null);
		// Where the last of the set will stand once the draft is changed.
		setChosen((index.starts[at + 1] ?? 0) + fences.length - 1);
	};
	const change = (next: Geofence | null) => {
		if (place === null) return;
		onChange(withFence(draft, place.key, place.at, next));
		if (next === null) setChosen(-1);
	};
	useDrawing({
		map,
		tool: unavailable === null ? tool : "select",
		editing: draggable ? fence : null,
		onDrawn: (drawn) => {
			add([drawn]);
			setTool("select");
		},
		onEdited: change,
		onProblem: (problem) => toast.error("The shape cannot be kept", { description: problem }),
	});
	useShortcuts("Drawing", [
		{ keys: ["v"], does: "Select geofences", run: () => setTool("select") },
		{ keys: ["c"], does: "Draw a circle", run: () => setTool("circle"), unavailable },
		{ keys: ["p"], does: "Draw a polygon", run: () => setTool("polygon"), unavailable },
		{
			keys: ["Delete", "Backspace"],
			does: "Delete the chosen geofence",
			run: () => change(null),
			unavailable: place === null ? "No geofence is chosen." : null,
		},
	]);
	return (
		<div className="grid min-h-0 grow lg:grid-cols-[minmax(0,1fr)_minmax(22rem,28rem)]">
			<div className="flex min-h-0 min-w-0 flex-col border-line lg:border-e">
				<DrawTools
					tool={tool}
					onTool={(next) => {
						setTool(next);
						setTyping(null);
					}}
					unavailable={unavailable}
					onType={(shape) => {
						setTyping(shape);
						setTool("select");
						setChosen(-1);
					}}
				/>
				<FenceMap
					index={index}
					names={names}
					label="Map to draw on; the table and the form beside it do the same by keyboard"
					focus={focus}
					chosen={draggable ? -1 : chosen}
					hidden={draggable ? chosen : -1}
					aiming={tool !== "select"}
					onPress={({ row }) => tool === "select" && choose(row, false)}
					onMap={setMap}
					className="h-map lg:h-[calc(100dvh-12rem)]"
				/>
			</div>
			<div className="min-h-0 bg-surface max-lg:border-line max-lg:border-t lg:overflow-y-auto">
				<SetPanel
					draft={draft}
					type="proximity"
					active={active}
					onActive={onActive}
					onChange={onChange}
					onAdd={onAddSet}
					{...(set?.fences ? { onImport: () => setImporting(true) } : {})}
				/>
				{typing !== null && set !== undefined ? (
					<FenceForm
						key={typing}
						fence={null}
						shape={typing}
						setName={set.set_name}
						onApply={(made) => {
							add([made]);
							const bounds = boxOf(buildFenceIndex([[made]]), 0);
							setFocus({ bounds: roomy(bounds) });
						}}
						onRemove={() => setTyping(null)}
					/>
				) : null}
				{fence === undefined || place === null || typing !== null ? null : (
					<FenceForm
						// What was dragged meanwhile is what the form shows.
						key={`${chosen}:${JSON.stringify(fence.geometry).length}:${JSON.stringify(fence.properties)}:${boxOf(index, chosen).join()}`}
						fence={fence}
						shape={shapeOf(fence)}
						setName={set?.set_name ?? ""}
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
			</div>
			{importing && set !== undefined ? (
				<ImportDialog
					setName={set.set_name}
					count={set.fences?.length ?? 0}
					action="Take into the draft"
					atMost={HELD_AT_MOST}
					onTake={({ preview, mode }) => {
						const fences = mode === "add" ? [...(set.fences ?? []), ...preview.fences] : preview.fences;
						onChange({ sets: draft.sets.map((own) => (own.key === set.key ? { ...own, fences } : own)) });
						setChosen(-1);
						setImporting(false);
						const bounds = around(preview.fences.map((taken) => boxOf(buildFenceIndex([[taken]]), 0)));
						if (bounds !== null) setFocus({ bounds: roomy(bounds) });
					}}
					onCancel={() => setImporting(false)}
					onClose={() => setImporting(false)}
				/>
			) : null}
		</div>
	);
}
