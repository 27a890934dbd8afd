"use client";

import { Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/kit/ui/button";
import { controlClass } from "@/components/kit/ui/field";
import { formatCount, formatPlural } from "@/lib/browser/format";
import { isCircle } from "@/lib/rules/geofences/covers";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { CombineFields } from "./combine/combine-fields";
import type { Draft } from "./draft";
import { MetersForm } from "./meters-form";
import { moveToSet, type PicksChange, radiusProblem, removePicks, withRadius } from "./picks";

export interface BulkPanelProps {
	draft: Draft;
	/** The selected geofences that the draft has. */
	fences: readonly Geofence[];
	/** Called with an edit of all of them, a single step of undo. */
	onEdit: (change: PicksChange) => void;
	onShow: () => void;
	onClear: () => void;
}

/** The actions on the selected geofences. */
export function BulkPanel({ draft, fences, onEdit, onShow, onClear }: BulkPanelProps) {
	const circles = fences.filter(isCircle).length;
	const others = fences.length - circles;
	const kinds = [
		circles === 0 ? null : formatPlural(circles, "circle"),
		others === 0 ? null : formatPlural(others, "polygon"),
	].filter((kind) => kind !== null);
	return (
		<section aria-label="Selected geofences" className="grid gap-2 border-line border-t p-3">
			<div className="flex flex-wrap items-center gap-x-2">
				<h2 className="font-medium" aria-live="polite">
					{formatCount(fences.length)} selected
				</h2>
				<span className="grow text-muted text-small">{kinds.join(", ")}</span>
				<Button variant="link" className="max-lg:min-h-11" onClick={onShow}>
					Show on map
				</Button>
				<Button variant="link" className="max-lg:min-h-11" onClick={onClear}>
					Clear selection
				</Button>
			</div>
			<CombineFields
				fences={fences}
				onEdit={onEdit}
				before={
					<RadiusField circles={circles} onApply={(radius) => onEdit((now, picks) => withRadius(now, picks, radius))} />
				}
			>
				<Button variant="danger" className="max-lg:min-h-11" onClick={() => onEdit(removePicks)}>
					<Trash2 aria-hidden className="size-4" />
					Delete {formatPlural(fences.length, "geofence")}
				</Button>
			</CombineFields>
			<SetField draft={draft} fences={fences} onMove={(key) => onEdit((now, picks) => moveToSet(now, picks, key))} />
		</section>
	);
}

const RadiusField = ({ circles, onApply }: { circles: number; onApply: (radius: number) => void }) => (
	<MetersForm
		label="New radius (m)"
		action="Set"
		unavailable={circles === 0 ? "No circle is selected." : null}
		problemOf={radiusProblem}
		onApply={onApply}
	/>
);

interface SetFieldProps {
	draft: Draft;
	fences: readonly Geofence[];
	onMove: (key: string) => void;
}

function SetField({ draft, fences, onMove }: SetFieldProps) {
	const id = useId();
	const [wanted, setWanted] = useState("");
	const editable = draft.sets.filter((set) => set.fences !== null);
	const into = editable.find(({ key }) => key === wanted);
	const there = into?.fences ?? [];
	const unavailable =
		editable.length < 2
			? "The design has no other set to move to."
			: into === undefined
				? "Choose a set first."
				: allWithin(fences, there)
					? "They are in this set already."
					: null;
	return (
		<div className="flex w-full items-center gap-1">
			<label htmlFor={id} className="me-1 shrink-0 text-small">
				Move to set
			</label>
			<select
				id={id}
				value={into === undefined ? "" : wanted}
				onChange={(event) => setWanted(event.target.value)}
				className={controlClass("max-lg:min-h-11")}
			>
				<option value="">Choose…</option>
				{editable.map(({ key, set_name }) => (
					<option key={key} value={key}>
						{set_name || "no name"}
					</option>
				))}
			</select>
			<Button className="shrink-0 max-lg:min-h-11" unavailable={unavailable} onClick={() => onMove(wanted)}>
				Move
			</Button>
		</div>
	);
}

function allWithin(fences: readonly Geofence[], there: readonly Geofence[]): boolean {
	if (fences.length > there.length) return false;
	const own = new Set(there);
	return fences.every((fence) => own.has(fence));
}
