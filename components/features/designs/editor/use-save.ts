import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { Dispatch } from "react";
import { toast } from "sonner";
import { describeError } from "@/lib/browser/api-error";
import { designConflictOf } from "@/lib/browser/design-editing";
import { designQuery } from "@/lib/browser/designs";
import { setGeofencesQuery } from "@/lib/browser/geofences";
import { keyOf } from "@/lib/browser/refresh";
import type { DesignConflict } from "@/lib/contract/design-bodies";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import type { Base, Draft } from "./draft";
import type { EditorEvent } from "./editor-state";
import { type Conflict, compareSets, theirDraft } from "./merge";
import { forgetOrigins } from "./origins";
import { saveDraft } from "./save-draft";

/** The design as someone else saved it, with the geofences of the sets that they changed. */
export async function readConflict(
	client: QueryClient,
	by: DesignConflict,
	base: Base,
	draft: Draft,
): Promise<Conflict> {
	const { current } = by;
	const fetched = new Map<string, readonly Geofence[]>();
	for (const { set_id, revision } of current.type === "proximity" ? (current.contents ?? []) : []) {
		const before = base.design.contents?.find((set) => set.set_id === set_id);
		if (before?.revision === revision) continue;
		fetched.set(set_id, (await client.fetchQuery(setGeofencesQuery(current.id, set_id, revision))).features);
	}
	const theirs = theirDraft(base.draft, base.design, current, (id) => fetched.get(id) ?? null);
	return {
		by,
		theirs: { design: current, draft: theirs },
		merges: compareSets(base.draft, draft, theirs),
		during: "edit",
	};
}

/** Saves a draft over its base, and loads the other version on a conflict. */
export function useSave(dispatch: Dispatch<EditorEvent>) {
	const client = useQueryClient();
	return async (base: Base, draft: Draft): Promise<void> => {
		let reached = base;
		const end = (problem: string | null, conflict: Conflict | null = null) =>
			dispatch({ type: "saveEnded", problem, conflict });
		dispatch({ type: "saving", words: "Saving…" });
		try {
			await saveDraft(base, draft, {
				onProgress: (words) => dispatch({ type: "saving", words }),
				onAdvance: (next) => {
					for (const { fences } of next.draft.sets) forgetOrigins(fences ?? []);
					reached = next;
					dispatch({ type: "advanced", base: next, sent: draft });
				},
			});
			client.setQueryData(designQuery(reached.design.id).queryKey, reached.design);
			toast.success("Saved");
			end(null);
		} catch (error) {
			const by = designConflictOf(error);
			if (by === null) end(describeError(error));
			else {
				await readConflict(client, by, reached, draft).then(
					(conflict) => end(null, { ...conflict, during: "save" }),
					(failed: unknown) => end(describeError(failed)),
				);
			}
		} finally {
			void client.invalidateQueries({ queryKey: keyOf("GET /targeting/designs") });
		}
	};
}
