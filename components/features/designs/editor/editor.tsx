"use client";

import { Redo2, Undo2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { isComplete } from "@/components/features/designs/audience/expression-tree";
import { audienceProblem } from "@/components/features/designs/new-design";
import { useShortcuts } from "@/components/kit/keyboard/shortcuts";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { BackLink } from "@/components/kit/ui/back-link";
import { Button } from "@/components/kit/ui/button";
import { KeyHint } from "@/components/kit/ui/kbd";
import { Notice } from "@/components/kit/ui/notice";
import { PageHeader } from "@/components/kit/ui/page-header";
import { useTitle } from "@/components/kit/ui/use-title";
import { AudienceEditor } from "./audience-editor";
import { ConflictDialog } from "./conflict-dialog";
import { type Base, type Draft, type DraftSet, isChanged, withGiven } from "./draft";
import { useDraftHistory } from "./history";
import { ProximityEditor, type StepGuard } from "./proximity-editor";
import { headProblem } from "./set-panel";
import { useLeaveGuard } from "./use-leave-guard";
import { useSave } from "./use-save";

const newSet = (place: number): DraftSet => ({
	key: crypto.getRandomValues(new Uint32Array(2)).join("-"),
	set_id: null,
	set_name: `Set ${place}`,
	targeting_code: "",
	fences: [],
	audience: null,
});

/** Why the draft cannot be saved as it stands; null when it can. */
function saveProblem(draft: Draft, audience: boolean): string | null {
	for (const set of draft.sets) {
		const problem = headProblem(set, draft);
		if (problem !== null) return `${set.set_name || "A set"}: ${problem.name ?? problem.code}`;
		if (audience && (set.audience === null || set.audience.sources.length === 0)) {
			return `${set.set_name}: describe its audience first.`;
		}
		if (audience && set.audience !== null) {
			if (!isComplete(set.audience.where)) return `${set.set_name}: name a segment in every condition.`;
			const problem = audienceProblem(JSON.stringify(set.audience));
			if (problem !== null) return `${set.set_name}: ${problem}`;
		}
	}
	return null;
}

/** A design's sets while they are edited: undone, redone, saved, and never lost without a question. */
export function Editor({ initial }: { initial: Base }) {
	const [base, setBase] = useState(initial);
	const { design } = base;
	const audience = design.type === "audience";
	const [history, step] = useDraftHistory(initial.draft);
	const draft = history.present;
	const [active, setActive] = useState<string | null>(initial.draft.sets[0]?.key ?? null);
	const changed = isChanged(base.draft, draft);
	const [typed, setTyped] = useState(false);
	const { asked, stay, leave } = useLeaveGuard(changed || typed);
	const { saving, problem, conflict, save, settled } = useSave(base, (next, sent) => {
		setBase(next);
		// Ids and codes that the service gave are part of the draft from now on; what was edited meanwhile stays.
		step({ kind: "settle", give: (own) => withGiven(own, sent, next.draft) });
	});
	useTitle(`Edit ${design.name}`);

	const edit = (next: Draft, about?: string) =>
		step({ kind: "edit", draft: next, ...(about === undefined ? {} : { about }) });
	const addSet = () => {
		const set = newSet(draft.sets.length + 1);
		edit({ sets: [...draft.sets, audience ? { ...set, fences: null } : set] });
		setActive(set.key);
	};
	const merge = (merged: Draft) => {
		if (conflict === null) return;
		step({ kind: "edit", draft: merged });
		setBase(conflict.theirs);
		settled();
		setMerged(merged);
	};
	// Saved once the base is theirs: their revision is what the next save is held to.
	const [merged, setMerged] = useState<Draft | null>(null);
	useEffect(() => {
		if (merged === null) return;
		setMerged(null);
		void save(merged);
	});

	const guard = useRef<StepGuard>(null);
	const go = (kind: "undo" | "redo") => {
		const next = kind === "undo" ? history.past.at(-1) : history.future[0];
		if (next === undefined || guard.current === null) step({ kind });
		else guard.current.before(next, () => step({ kind }));
	};
	const unsavable = saveProblem(draft, audience);
	const unapplied = typed ? "Apply what is typed of the geofence first." : null;
	const cannotSave = saving !== null ? null : (unapplied ?? (changed ? unsavable : "Everything is saved."));
	const cannotUndo = history.past.length === 0 ? "There is nothing to undo." : null;
	const cannotRedo = history.future.length === 0 ? "There is nothing to redo." : null;
	useShortcuts("Editor", [
		{
			keys: ["Mod+z"],
			does: "Undo",
			run: () => go("undo"),
			repeats: true,
			unavailable: cannotUndo,
			edits: true,
		},
		{
			keys: ["Mod+y", "Mod+Shift+z"],
			does: "Redo",
			run: () => go("redo"),
			repeats: true,
			unavailable: cannotRedo,
			edits: true,
		},
		{
			keys: ["Mod+s"],
			does: "Save the design",
			run: () => {
				if (cannotSave === null && saving === null) void save(draft);
			},
			unavailable: cannotSave,
		},
	]);
	const parts = { draft, active, onActive: setActive, onChange: edit, onAddSet: addSet };
	return (
		<>
			<PageHeader
				title={`Edit ${design.name}`}
				before={<BackLink href={`/designs/${design.id}`}>The design</BackLink>}
				summary={<span role="status">{saving ?? (changed || typed ? "unsaved changes" : "everything is saved")}</span>}
				actions={
					<>
						<Button
							aria-label="Undo"
							unavailable={cannotUndo}
							hint={<KeyHint name="Undo" keys="Mod+z" />}
							aria-keyshortcuts="Control+Z"
							onClick={() => go("undo")}
						>
							<Undo2 aria-hidden className="size-4" />
						</Button>
						<Button
							aria-label="Redo"
							unavailable={cannotRedo}
							hint={<KeyHint name="Redo" keys="Mod+y" />}
							aria-keyshortcuts="Control+Y"
							onClick={() => go("redo")}
						>
							<Redo2 aria-hidden className="size-4" />
						</Button>
						<Button
							variant="primary"
							shortcut="Mod+s"
							unavailable={cannotSave}
							pending={saving !== null}
							onClick={() => void save(draft)}
						>
							Save
						</Button>
					</>
				}
			/>
			{problem === null ? null : (
				<div className="px-4 py-2 md:px-6">
					<Notice kind="bad" alert>
						{problem}
					</Notice>
				</div>
			)}
			{audience ? (
				<AudienceEditor {...parts} design={design} />
			) : (
				<ProximityEditor {...parts} onTyped={setTyped} ref={guard} />
			)}
			{conflict === null ? null : <ConflictDialog conflict={conflict} onMerge={merge} onClose={settled} />}
			<ActionDialog
				open={asked}
				onOpenChange={(open) => open || stay()}
				title="Leave without saving?"
				description={`What you changed in ${design.name} since it was saved would be lost.`}
				dismiss="Stay"
				action="Leave without saving"
				variant="destructive"
				pending={false}
				error={null}
				onSubmit={() => {
					stay();
					leave();
				}}
			/>
		</>
	);
}
