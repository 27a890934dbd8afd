"use client";

import { PanelRight } from "lucide-react";
import { type Dispatch, useMemo, useRef, useState } from "react";
import { useShortcuts } from "@/components/kit/keyboard/shortcuts";
import { around, roomy } from "@/components/kit/map/bounds";
import { boxAround, boxOf, boxOfFence } from "@/components/kit/map/fence-index";
import type { MapFocus } from "@/components/kit/map/fence-map";
import { FenceTable } from "@/components/kit/map/fence-table";
import { positionInWords } from "@/components/kit/map/fence-words";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { Button } from "@/components/kit/ui/button";
import { cx } from "@/components/kit/ui/cx";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { formatPlural } from "@/lib/browser/format";
import type { Geofence, Position } from "@/lib/rules/geofences/geofence";
import { BulkPanel } from "./bulk-panel";
import { rowOfPlace } from "./chosen-place";
import { DraftImport } from "./draft-import";
import { type CircleOnItsWay, DrawingMap } from "./drawing-map";
import { activeSet, type EditorEvent, type EditorState, handled } from "./editor-state";
import { FenceDock } from "./fence-dock";
import type { Typed } from "./fence-form";
import { readPlaces } from "./fence-text";
import type { ImportSource } from "./import/import-source";
import { usePaste } from "./import/use-paste";
import { MeasurePanel } from "./measure-panel";
import { removePicks } from "./picks";
import { SetPanel } from "./set-panel";
import { useCovered } from "./use-covered";
import { useFenceIndex } from "./use-fence-index";
import { usePickedRows } from "./use-picked-rows";
import { type EditorView, ViewTabs, viewIds } from "./view-tabs";

const DraftAddresses = lazyDialog(() => import("./draft-addresses").then((module) => module.DraftAddresses));

interface EditorProps {
	state: EditorState;
	dispatch: Dispatch<EditorEvent>;
}

const NO_PLACES: Position[] = [];

/** Geofences drawn, dragged and typed, one or many, on a map and in a table. */
export function ProximityEditor({ state, dispatch }: EditorProps) {
	const draft = state.history.present;
	const index = useFenceIndex(draft);
	const names = useMemo(() => draft.sets.map(({ set_name }) => set_name), [draft]);
	const [start] = useState<MapFocus | null>(() => {
		const all = boxAround(index);
		return all === null ? null : { bounds: roomy(all) };
	});
	const [view, setView] = useState<EditorView>("map");
	const [listed, setListed] = useState(true);
	const [measured, setMeasured] = useState("");
	const [addressing, setAddressing] = useState(false);
	const places = useMemo(() => readPlaces(measured), [measured]);
	const chosen = rowOfPlace(draft, state.chosen);
	const picked = usePickedRows(index, state.picks);
	const set = activeSet(state);
	const editing = handled(state);
	const form = useRef<Typed>(null);
	const panel = useRef<HTMLElement>(null);
	const covered = useCovered(panel, listed);
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
	const [pasted, setPasted] = useState<ImportSource | null>(null);
	const openImport = (source: ImportSource | null) => {
		setPasted(source);
		settle({ type: "importOpened" });
	};
	usePaste(set?.fences ? openImport : null);
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
	const fencesOf = (rows: readonly number[]) => rows.flatMap((row) => index.fences[row] ?? []);
	const isPicked = (row: number) => state.picks.has(index.fences[row] as Geofence);
	const pick = (rows: readonly number[], on: boolean) => settle({ type: "picked", fences: fencesOf(rows), on });
	const removePicked = () => {
		settle({ type: "picksEdited", change: removePicks });
		panel.current?.focus();
	};
	const showOnMap = (what: "all" | "selected") => {
		const one = index.fences[chosen];
		const bounds =
			what === "all"
				? boxAround(index)
				: one !== undefined
					? boxOfFence(one)
					: around(picked.map((row) => boxOf(index, row)));
		dispatch({ type: "shown", bounds });
		setView("map");
	};
	const unselected = chosen < 0 && picked.length === 0 ? "No geofence is selected." : null;
	const unfit = { all: index.count === 0 ? "There are no geofences yet." : null, selected: unselected };
	useShortcuts("Drawing", [
		{ keys: ["f"], does: "Show the selected geofences", run: () => showOnMap("selected"), unavailable: unfit.selected },
		{ keys: ["a"], does: "Show all geofences", run: () => showOnMap("all"), unavailable: unfit.all },
		{
			keys: ["Escape"],
			does: "Clear the selection",
			run: () => dispatch({ type: "picksCleared" }),
			unavailable: picked.length === 0 ? "No geofences are selected." : null,
		},
		{
			keys: ["Delete", "Backspace"],
			does: "Delete the selected geofences",
			run: () => (chosen < 0 ? removePicked() : remove(-1)),
			unavailable: unselected,
		},
	]);
	const hint = index.count === 0 ? "List" : formatPlural(index.count, "geofence");
	return (
		<div className="flex min-h-0 grow flex-col lg:grid lg:grid-rows-[3.75rem_minmax(0,1fr)_auto_4rem] lg:grid-cols-[minmax(0,1fr)_23rem] xl:grid-cols-[minmax(0,1fr)_26rem] min-[120rem]:grid-cols-[minmax(0,1fr)_32rem]">
			<ViewTabs view={view} words={{ map: "Map", list: hint }} onView={setView} />
			<div className="relative max-lg:h-editor lg:contents">
				<div
					id={viewIds("map").panel}
					className={cx(
						"flex min-h-0 min-w-0 max-lg:absolute max-lg:inset-0 lg:[grid-area:1/1/-1/-1]",
						// The map keeps its size, and what it shows.
						view === "list" && "max-lg:invisible",
					)}
				>
					<DrawingMap
						tool={state.tool}
						onTool={(tool) => settle({ type: "toolTaken", tool })}
						unavailable={unavailable}
						onType={(shape) => settle({ type: "typingBegun", shape })}
						onFit={showOnMap}
						unfit={unfit}
						designId={state.base.design.id}
						index={index}
						names={names}
						focus={state.focus ?? start}
						chosen={chosen}
						picked={picked}
						editing={editing}
						editingKey={`${state.chosen?.key}:${state.chosen?.at}`}
						dragged={dragged}
						measured={state.tool === "measure" && typeof places !== "string" ? places : NO_PLACES}
						onPlace={(position) =>
							setMeasured((text) => `${text.trimEnd()}${text.trim() === "" ? "" : "\n"}${positionInWords(position)}\n`)
						}
						onHold={() => form.current?.any() === true && form.current.apply()}
						onDrag={setDrag}
						onChoose={(row, shift) => (shift && row >= 0 ? pick([row], !isPicked(row)) : choose(row, false))}
						onBox={(rows) => pick(rows, true)}
						onDrawn={(fence) => dispatch({ type: "fenceDrawn", fence })}
						onEdited={(fence) => dispatch({ type: "fenceChanged", fence })}
						covered={covered}
					>
						<Button
							className="ms-auto px-2 max-lg:hidden"
							aria-label="Sets and geofences"
							aria-expanded={listed}
							aria-controls={viewIds("list").panel}
							hint={listed ? "Hide the list" : "Show the list"}
							onClick={() => setListed(!listed)}
						>
							<PanelRight aria-hidden className="size-4" />
						</Button>
					</DrawingMap>
				</div>
				<section
					ref={panel}
					id={viewIds("list").panel}
					aria-label="Sets and geofences"
					tabIndex={-1}
					className={cx(
						"flex min-h-0 min-w-0 flex-col overflow-y-auto bg-surface outline-none max-lg:absolute max-lg:inset-0",
						"lg:z-1 lg:col-start-2 lg:row-start-2 lg:me-3 lg:max-h-full lg:self-start lg:rounded-md lg:border lg:border-line lg:shadow-float",
						view === "map" && "max-lg:invisible",
						!listed && "lg:hidden",
					)}
				>
					<SetPanel
						state={state}
						dispatch={dispatch}
						{...(set?.fences ? { onImport: () => openImport(null), onAddresses: () => setAddressing(true) } : {})}
					/>
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
							picks={{
								has: isPicked,
								count: picked.length,
								onPick: pick,
							}}
							fill
						/>
					)}
				</section>
			</div>
			<FenceDock state={state} dispatch={dispatch} dragged={dragged} form={form} panel={panel} onRemove={remove}>
				{picked.length === 0 ? null : (
					<BulkPanel
						draft={draft}
						fences={fencesOf(picked)}
						onEdit={(change) => settle({ type: "picksEdited", change })}
						onShow={() => showOnMap("selected")}
						onClear={() => dispatch({ type: "picksCleared" })}
					/>
				)}
				{state.tool !== "measure" ? null : (
					<MeasurePanel
						text={measured}
						line={places}
						onType={setMeasured}
						onClose={() => dispatch({ type: "toolTaken", tool: "select" })}
					/>
				)}
			</FenceDock>
			<ActionDialog
				open={state.question !== null}
				onClose={() => dispatch({ type: "kept" })}
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
					pasted={pasted}
					onTake={(next, bounds) => dispatch({ type: "imported", draft: next, bounds })}
					onClose={() => dispatch({ type: "importClosed" })}
				/>
			) : null}
			{addressing && set !== undefined ? (
				<DraftAddresses
					draft={draft}
					set={set}
					onTake={(next, bounds) => {
						setAddressing(false);
						dispatch({ type: "imported", draft: next, bounds });
					}}
					onClose={() => setAddressing(false)}
				/>
			) : null}
		</div>
	);
}
