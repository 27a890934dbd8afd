import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { describeError } from "@/lib/browser/api-error";
import { designConflictOf } from "@/lib/browser/design-editing";
import { setGeofencesQuery } from "@/lib/browser/geofences";
import { designKeys } from "@/lib/browser/query-keys";
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
	save: (draft: Draft) => Promise<void>;
	settled: () => void;
}

/**
 * Saves a draft over the base that it was made from, and finds out what to decide where somebody else was first. `onBase`
 * is told of every step: what is saved now, and the draft that was sent.
 */
export function useSave(base: Base, onBase: (base: Base, sent: Draft) => void): SaveState {
	const client = useQueryClient();
	const [saving, setSaving] = useState<string | null>(null);
	const [problem, setProblem] = useState<string | null>(null);
	const [conflict, setConflict] = useState<Conflict | null>(null);

	/** The design as they saved it, with the geofences of the sets that they touched. */
	const learn = async (by: DesignConflict, from: Base, draft: Draft): Promise<Conflict> => {
		const { current } = by;
		const fetched = new Map<string, Awaited<ReturnType<typeof fetchSet>>>();
		const fetchSet = async (setId: string, revision: number) =>
			(await client.fetchQuery(setGeofencesQuery(current.id, setId, revision))).features;
		for (const set of current.type === "proximity" ? (current.contents ?? []) : []) {
			const before = from.design.contents?.find(({ set_id }) => set_id === set.set_id);
			if (before?.revision !== set.revision) fetched.set(set.set_id, await fetchSet(set.set_id, set.revision));
		}
		const theirs = theirDraft(from.draft, from.design, current, (id) => fetched.get(id) ?? null);
		return { by, theirs: { design: current, draft: theirs }, merges: compareSets(from.draft, draft, theirs) };
	};

	const save = async (draft: Draft): Promise<void> => {
		let reached = base;
		setProblem(null);
		setSaving("Saving…");
		try {
			await saveDraft(base, draft, {
				onProgress: setSaving,
				onAdvance: (next) => {
					reached = next;
					onBase(next, draft);
				},
			});
			client.setQueryData(designKeys.detail(reached.design.id), reached.design);
			toast.success("Saved");
		} catch (error) {
			const by = designConflictOf(error);
			if (by === null) setProblem(describeError(error));
			else {
				await learn(by, reached, draft).then(setConflict, (failed: unknown) => setProblem(describeError(failed)));
			}
		} finally {
			setSaving(null);
			void client.invalidateQueries({ queryKey: designKeys.lists() });
		}
	};
	return { saving, problem, conflict, save, settled: () => setConflict(null) };
}

/** A base for a design whose geofences are all at hand. */
export const baseOf = (design: DesignDetail, collections: Parameters<typeof draftOf>[1]): Base => ({
	design,
	draft: draftOf(design, collections),
});
