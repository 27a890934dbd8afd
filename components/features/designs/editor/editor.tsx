"use client";

import { Redo2, Undo2 } from "lucide-react";
import { useCallback, useReducer } from "react";
import { useShortcuts } from "@/components/kit/keyboard/shortcuts";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { BackLink } from "@/components/kit/ui/back-link";
import { Button } from "@/components/kit/ui/button";
import { KeyHint } from "@/components/kit/ui/kbd";
import { Notice } from "@/components/kit/ui/notice";
import { PageHeader } from "@/components/kit/ui/page-header";
import { useTitle } from "@/components/kit/ui/use-title";
import { isolate } from "@/lib/rules/text/isolate";
import { AudienceEditor } from "./audience-editor";
import { ColleagueNotice } from "./colleague-notice";
import { ConflictDialog } from "./conflict-dialog";
import type { Base, Draft } from "./draft";
import { DraftLine } from "./draft-line";
import { beginEditing, isUnsaved, reduceEditor } from "./editor-state";
import { ProximityEditor } from "./proximity-editor";
import { saveProblem } from "./save-problem";
import { useLeaveGuard } from "./use-leave-guard";
import { useSave } from "./use-save";

/** Edits a design's sets, with undo and redo; asks before unsaved work is lost. */
export function Editor({ initial }: { initial: Base }) {
	const [state, dispatch] = useReducer(reduceEditor, initial, beginEditing);
	const { base, history, typed, saving, problem, conflict, leaving } = state;
	const { design } = base;
	const draft = history.present;
	const audience = design.type === "audience";
	const unsaved = isUnsaved(state);
	const onLeaving = useCallback((go: () => void) => dispatch({ type: "leaving", go }), []);
	const letPass = useLeaveGuard(unsaved, onLeaving);
	const saveOver = useSave(dispatch);
	useTitle(`Edit ${isolate(design.name)}`);

	const unapplied = typed ? "Apply the changes of the geofence first." : null;
	const unsavable = unsaved ? saveProblem(draft, audience) : "All changes are saved.";
	const cannotSave = saving !== null ? null : (unapplied ?? unsavable);
	const save = () => void saveOver(base, draft);
	const merge = (merged: Draft) => {
		if (conflict === null) return;
		dispatch({ type: "merged", draft: merged });
		if (conflict.during === "edit") return;
		// This save expects their revision.
		void saveOver(conflict.theirs, merged);
	};
	const undo = () => dispatch({ type: "stepped", kind: "undo" });
	const redo = () => dispatch({ type: "stepped", kind: "redo" });
	const cannotUndo = history.past.length === 0 ? "Nothing to undo." : null;
	const cannotRedo = history.future.length === 0 ? "Nothing to redo." : null;
	const steps = { repeats: true, edits: true };
	useShortcuts("Editor", [
		{ keys: ["Mod+z"], does: "Undo", run: undo, unavailable: cannotUndo, ...steps },
		{ keys: ["Mod+y", "Mod+Shift+z"], does: "Redo", run: redo, unavailable: cannotRedo, ...steps },
		{
			keys: ["Mod+s"],
			does: "Save the design",
			run: () => cannotSave === null && saving === null && save(),
			unavailable: cannotSave,
		},
	]);
	return (
		<>
			<PageHeader
				title={`Edit ${isolate(design.name)}`}
				before={<BackLink href={`/designs/${design.id}`}>The design</BackLink>}
				summary={<span role="status">{saving ?? (unsaved ? "Unsaved changes" : "Saved")}</span>}
				actions={
					<>
						<Button
							aria-label="Undo"
							unavailable={cannotUndo}
							hint={<KeyHint name="Undo" keys="Mod+z" />}
							aria-keyshortcuts="Control+Z"
							onClick={undo}
						>
							<Undo2 aria-hidden className="size-4" />
						</Button>
						<Button
							aria-label="Redo"
							unavailable={cannotRedo}
							hint={<KeyHint name="Redo" keys="Mod+y" />}
							aria-keyshortcuts="Control+Y"
							onClick={redo}
						>
							<Redo2 aria-hidden className="size-4" />
						</Button>
						<Button
							variant="primary"
							shortcut="Mod+s"
							unavailable={cannotSave}
							pending={saving !== null}
							onClick={save}
						>
							Save
						</Button>
					</>
				}
			/>
			<DraftLine base={base} draft={draft} />
			<ColleagueNotice state={state} dispatch={dispatch} />
			{design.frozen === null ? null : (
				<div className="px-4 py-2 md:px-6">
					<Notice kind="warn">{design.frozen.reason}</Notice>
				</div>
			)}
			{problem === null ? null : (
				<div className="px-4 py-2 md:px-6">
					<Notice kind="bad" alert>
						{problem}
					</Notice>
				</div>
			)}
			{audience ? (
				<AudienceEditor state={state} dispatch={dispatch} />
			) : (
				<ProximityEditor state={state} dispatch={dispatch} />
			)}
			{conflict === null ? null : (
				<ConflictDialog conflict={conflict} onMerge={merge} onClose={() => dispatch({ type: "conflictClosed" })} />
			)}
			<ActionDialog
				open={leaving !== null}
				onClose={() => dispatch({ type: "stayed" })}
				title="Leave without saving?"
				description={`Your unsaved changes to ${isolate(design.name)} will be lost.`}
				dismiss="Stay"
				action="Leave without saving"
				variant="destructive"
				pending={false}
				error={null}
				onSubmit={() => {
					dispatch({ type: "stayed" });
					letPass();
					leaving?.();
				}}
			/>
		</>
	);
}
