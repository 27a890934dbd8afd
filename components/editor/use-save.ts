import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { describeError } from "@/lib/client/api-error";
import { designConflictOf } from "@/lib/client/design-editing";
import { setGeofencesQuery } from "@/lib/client/geofences";
import { designKeys, geofenceKeys } from "@/lib/client/query-keys";
import type { DesignConflict, DesignDetail } from "@/lib/contract/design";
import { type Base, type Draft, draftOf } from "./draft";
import { compareSets, type SetMerge, theirDraft } from "./merge";
import { saveDraft } from "./save-draft";

/** What somebody else has saved while the draft was edited. */
export interface Conflict {
	by: DesignConflict;
	theirs: Base;
	merges: SetMerge[];
}

export interface SaveState {
	/** Words on how the saving goes; null while nothing is saved. */
	saving: string | null;
	problem: string | null;
	conflict: Conflict | null;
	save: (draft: Draft) => Promise<boolean>;
	settled: () => void;
}

/** Saves a draft over the base that it was made from, and finds out what to decide where somebody else was first. */
export function useSave(base: Base, onBase: (base: Base) => void): SaveState {
	const client = useQueryClient();
	const [saving, setSaving] = useState<string | null>(null);
	const [problem, setProblem] = useState<string | null>(null);
	const [conflict, setConflict] = useState<Conflict | null>(null);

	/** The design as they saved it, with the geofences of the sets that they touched. */
	const learn = async (by: DesignConflict, from: Base, draft: Draft): Promise<Conflict> => {
		const { current } = by;
		const fetched = new Map<string, Awaited<ReturnType<typeof fetchSet>>>();
		const fetchSet = async (design: DesignDetail, setId: string) =>
			(await client.fetchQuery(setGeofencesQuery(design.id, setId, design.revision))).features;
		for (const set of current.type === "proximity" ? (current.contents ?? []) : []) {
			const before = from.design.contents?.find(({ set_id }) => set_id === set.set_id);
			if (before?.revision !== set.revision) fetched.set(set.set_id, await fetchSet(current, set.set_id));
		}
		const theirs = theirDraft(from.draft, from.design, current, (id) => fetched.get(id) ?? null);
		return { by, theirs: { design: current, draft: theirs }, merges: compareSets(from.draft, draft, theirs) };
	};

	const save = async (draft: Draft): Promise<boolean> => {
		let reached = base;
		setProblem(null);
		setSaving("Saving…");
		try {
			await saveDraft(base, draft, {
				onProgress: setSaving,
				onAdvance: (next) => {
					reached = next;
					onBase(next);
				},
			});
			client.setQueryData(designKeys.detail(reached.design.id), reached.design);
			toast.success("Saved");
			return true;
		} catch (error) {
			const by = designConflictOf(error);
			if (by === null) setProblem(describeError(error));
			else {
				await learn(by, reached, draft).then(setConflict, (failed: unknown) => setProblem(describeError(failed)));
			}
			return false;
		} finally {
			setSaving(null);
			void client.invalidateQueries({ queryKey: designKeys.lists() });
			void client.invalidateQueries({ queryKey: geofenceKeys.ofDesign(base.design.id) });
		}
	};
	return { saving, problem, conflict, save, settled: () => setConflict(null) };
}

/** A base for a design whose geofences are all at hand. */
export const baseOf = (design: DesignDetail, collections: Parameters<typeof draftOf>[1]): Base => ({
	design,
	draft: draftOf(design, collections),
});
