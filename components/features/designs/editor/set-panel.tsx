"use client";

import { ArrowDown, ArrowUp, FileUp, MapPinPlus, Plus, Trash2 } from "lucide-react";
import { type Dispatch, useEffect, useRef } from "react";
import { SetSwatch } from "@/components/kit/map/set-swatch";
import { Button } from "@/components/kit/ui/button";
import { cx } from "@/components/kit/ui/cx";
import { controlClass, Field } from "@/components/kit/ui/field";
import { formatPlural } from "@/lib/browser/format";
import type { DesignType } from "@/lib/contract/primitives";
import { isolate } from "@/lib/rules/text/isolate";
import type { DraftSet } from "./draft";
import type { EditorEvent, EditorState } from "./editor-state";
import { headProblem } from "./save-problem";

export interface SetPanelProps {
	state: EditorState;
	dispatch: Dispatch<EditorEvent>;
	/** For proximity designs only. */
	onImport?: () => void;
	onAddresses?: () => void;
}

function holds(set: DraftSet, type: DesignType): string {
	if (type === "audience") return set.audience === null ? "no audience" : "";
	return set.fences === null ? "too large to edit here" : formatPlural(set.fences.length, "geofence");
}

/** Whether a query makes the geofences of a set. */
const isFromPois = ({ base }: EditorState, set: DraftSet | undefined) =>
	base.design.contents?.some((saved) => saved.set_id === set?.set_id && (saved.points_of_interest ?? null) !== null) ??
	false;

/** The sets of a design, with the name and code of the active one. */
export function SetPanel({ state, dispatch, onImport, onAddresses }: SetPanelProps) {
	const { active } = state;
	const { type } = state.base.design;
	const draft = state.history.present;
	const place = draft.sets.findIndex(({ key }) => key === active);
	const adding = useRef(false);
	const add = useRef<HTMLButtonElement>(null);
	const name = useRef<HTMLInputElement>(null);
	// A new set is named first: its default name is selected.
	useEffect(() => {
		if (!adding.current || active === null) return;
		adding.current = false;
		name.current?.select();
	}, [active]);
	const set = draft.sets[place];
	const problem = set === undefined ? null : headProblem(set, draft);
	return (
		<section aria-label="Sets" className="grid grid-cols-1 gap-3 p-3">
			<ul className={cx("grid grid-cols-1 gap-1 overflow-y-auto", type === "proximity" ? "max-h-28" : "max-h-list")}>
				{draft.sets.map((own, at) => (
					<li key={own.key}>
						<button
							type="button"
							aria-pressed={own.key === active}
							onClick={() => dispatch({ type: "setActivated", key: own.key })}
							className={cx(
								"flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-start",
								own.key === active ? "bg-accent-soft" : "hover:bg-sunken",
							)}
						>
							{type === "proximity" ? <SetSwatch place={at} /> : null}
							<span className="min-w-0 grow truncate font-medium">{own.set_name || "no name"}</span>
							<span className="shrink-0 text-muted text-small">{holds(own, type)}</span>
						</button>
					</li>
				))}
			</ul>
			<div className="flex flex-wrap gap-1">
				<Button
					ref={add}
					onClick={() => {
						adding.current = true;
						dispatch({ type: "setAdded", key: crypto.getRandomValues(new Uint32Array(2)).join("-") });
					}}
				>
					<Plus aria-hidden className="size-4" />
					Add set
				</Button>
				{onImport === undefined || set === undefined ? null : (
					<Button onClick={onImport}>
						<FileUp aria-hidden className="size-4" />
						Import…
					</Button>
				)}
				{onAddresses === undefined || set === undefined ? null : (
					<Button onClick={onAddresses}>
						<MapPinPlus aria-hidden className="size-4" />
						Addresses…
					</Button>
				)}
				{set === undefined ? null : (
					<span className="flex">
						<Button
							variant="quiet"
							aria-label={`Move ${isolate(set.set_name)} up`}
							hint="Move up"
							unavailable={place === 0 ? "Already first" : null}
							onClick={() => dispatch({ type: "setMoved", by: -1 })}
						>
							<ArrowUp aria-hidden className="size-4" />
						</Button>
						<Button
							variant="quiet"
							aria-label={`Move ${isolate(set.set_name)} down`}
							hint="Move down"
							unavailable={place === draft.sets.length - 1 ? "Already last" : null}
							onClick={() => dispatch({ type: "setMoved", by: 1 })}
						>
							<ArrowDown aria-hidden className="size-4" />
						</Button>
						<Button
							variant="quiet"
							aria-label={`Remove the set ${isolate(set.set_name)}`}
							hint="Remove the set"
							onClick={() => {
								// This button disappears with the last set.
								if (draft.sets.length === 1) add.current?.focus();
								dispatch({ type: "setRemoved" });
							}}
						>
							<Trash2 aria-hidden className="size-4" />
						</Button>
					</span>
				)}
			</div>
			{isFromPois(state, set) ? (
				<p className="text-small text-warn">
					Made from points of interest. A change to its geofences turns them into a list.
				</p>
			) : null}
			{set === undefined ? (
				<p className="text-muted">{draft.sets.length === 0 ? "Add the first set." : "Select a set to edit."}</p>
			) : (
				<div className="grid gap-3 sm:grid-cols-2">
					<Field label="Set name" error={problem?.name}>
						{(control) => (
							<input
								{...control}
								ref={name}
								value={set.set_name}
								maxLength={200}
								onChange={(event) => dispatch({ type: "setRenamed", part: { set_name: event.target.value } })}
								className={controlClass()}
							/>
						)}
					</Field>
					<Field label="Targeting code" error={problem?.code}>
						{(control) => (
							<input
								{...control}
								value={set.targeting_code}
								maxLength={64}
								placeholder="from the name"
								onChange={(event) => dispatch({ type: "setRenamed", part: { targeting_code: event.target.value } })}
								className={controlClass("font-mono")}
							/>
						)}
					</Field>
				</div>
			)}
		</section>
	);
}
