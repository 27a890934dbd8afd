import { send } from "@/lib/browser/api";
import type { DesignEdit } from "@/lib/browser/design-editing";
import { geofenceLines, PUT_GEOFENCES } from "@/lib/browser/geofences";
import { comparableText } from "@/lib/rules/text/comparable-text";
import { isolate } from "@/lib/rules/text/isolate";
import { type Base, contentsDiffer, type Draft, type DraftSet, headDiffers, withSet } from "./draft";

type EditedSets = NonNullable<DesignEdit["sets"]>;

/** Whether the list of sets must be saved: other sets, names, codes, order or expressions. */
function listDiffers(base: Draft, draft: Draft): boolean {
	if (base.sets.length !== draft.sets.length) return true;
	return draft.sets.some((set, place) => {
		const before = base.sets[place];
		if (before === undefined || before.key !== set.key || headDiffers(before, set)) return true;
		return set.audience !== before.audience && contentsDiffer({ ...before, fences: set.fences }, set);
	});
}

function toEdited(base: Draft, set: DraftSet): EditedSets[number] {
	const saved = base.sets.find(({ key }) => key === set.key);
	const code = comparableText(set.targeting_code);
	return {
		...(saved?.set_id ? { set_id: saved.set_id } : {}),
		set_name: set.set_name.trim(),
		...(code === "" ? {} : { targeting_code: code }),
		...(set.audience === null ? {} : { audience: set.audience }),
	};
}

export interface SaveOptions {
	/** Called after every step, so that a later failure keeps the saved steps. */
	onAdvance: (base: Base) => void;
	/** Called with the set being sent and its progress. */
	onProgress: (words: string) => void;
}

/**
 * Saves a draft: the list of sets if it differs, then the geofences of each changed set, each
 * against the revision of the previous step. Gives the saved draft with the ids of new sets.
 * @throws ApiError, 412 if someone else has changed the design
 */
export async function saveDraft(base: Base, draft: Draft, { onAdvance, onProgress }: SaveOptions): Promise<Draft> {
	const { id } = base.design;
	let { design, draft: saved } = base;
	let sets = draft.sets;
	const advance = (next: Base) => {
		({ design, draft: saved } = next);
		onAdvance(next);
	};
	if (listDiffers(saved, draft)) {
		onProgress("Saving the sets…");
		const written = await send("PATCH /api/designs/[design_id]", {
			design_id: id,
			revision: design.revision,
			body: { sets: sets.map((set) => toEdited(saved, set)) },
		});
		const before = saved;
		// The service gives the sets in the order that it was given.
		sets = sets.map((set, place) => ({
			...set,
			set_id: written.contents?.[place]?.set_id ?? set.set_id,
			targeting_code: written.contents?.[place]?.targeting_code ?? set.targeting_code,
		}));
		const fencesBefore = (key: string) => before.sets.find((set) => set.key === key)?.fences ?? [];
		advance({
			design: written,
			draft: { sets: sets.map((set) => (set.fences === null ? set : { ...set, fences: fencesBefore(set.key) })) },
		});
	}
	for (const set of sets) {
		const before = saved.sets.find(({ key }) => key === set.key);
		// A draft from before the first save lacks the id.
		const setId = set.set_id ?? before?.set_id ?? null;
		if (set.fences === null || setId === null || before?.fences === set.fences) continue;
		if (set.fences.length === 0 && before?.fences?.length === 0) {
			advance({ design, draft: withSet(saved, set.key, (own) => ({ ...own, fences: set.fences })) });
			continue;
		}
		onProgress(`Saving ${isolate(set.set_name)}…`);
		const to = { design_id: id, set_id: setId, revision: design.revision };
		const answer =
			set.fences.length === 0
				? await send("DELETE /api/designs/[design_id]/sets/[set_id]/geofences", to)
				: await send(PUT_GEOFENCES, {
						...to,
						file: geofenceLines(set.fences),
						contentType: "application/x-ndjson",
						onProgress: (share) => onProgress(`Saving ${isolate(set.set_name)}, ${Math.round(share * 100)}%…`),
					});
		advance({
			design: { ...design, revision: answer.revision },
			draft: withSet(saved, set.key, () => ({ ...set, set_id: setId })),
		});
	}
	const now = await send("GET /targeting/designs/[design_id]", { design_id: id, detail: true });
	// The design may have changed again: the next save expects this revision.
	if (now.revision === design.revision) advance({ design: now, draft: saved });
	return saved;
}
