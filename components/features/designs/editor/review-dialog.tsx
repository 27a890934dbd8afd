"use client";

import { useMemo, useState } from "react";
import { audienceSentence } from "@/components/features/designs/shared/audience-sentence";
import { roomy } from "@/components/kit/map/bounds";
import { boxAround, boxOfFence, buildFenceIndex } from "@/components/kit/map/fence-index";
import { FenceMap, type MapFocus } from "@/components/kit/map/fence-map";
import { FenceTable } from "@/components/kit/map/fence-table";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions, DialogBody } from "@/components/kit/ui/dialog";
import type { Audience } from "@/lib/contract/audience";
import type { Draft } from "./draft";
import { changesInWords, type DraftChanges } from "./draft-changes";

export interface ReviewDialogProps {
	base: Draft;
	draft: Draft;
	changes: DraftChanges;
	onClose: () => void;
}

const KINDS = ["added", "changed", "moved to another set", "removed"];

/** The changes of a save: geofences on a map and in a table, sets and audiences in words. */
export function ReviewDialog({ base, draft, changes, onClose }: ReviewDialogProps) {
	const { added, changed, moved, removed, sets } = changes;
	const index = useMemo(() => buildFenceIndex([added, changed, moved, removed]), [added, changed, moved, removed]);
	const [chosen, setChosen] = useState(-1);
	const [focus, setFocus] = useState<MapFocus | null>(() => {
		const all = boxAround(index);
		return all === null ? null : { bounds: roomy(all) };
	});
	const choose = (row: number) => {
		setChosen(row);
		const fence = index.fences[row];
		if (fence !== undefined) setFocus({ bounds: roomy(boxOfFence(fence)) });
	};
	return (
		<Dialog onClose={onClose} wide title="Changes since the last save" description={`${changesInWords(changes)}.`}>
			<DialogBody>
				{sets.length === 0 ? null : (
					<ul className="grid list-disc gap-1 ps-5">
						{sets.map((words) => (
							<li key={words}>{words}</li>
						))}
					</ul>
				)}
				<AudienceChanges base={base} draft={draft} />
				{index.count === 0 ? null : (
					<div className="grid rounded-md border border-line">
						<FenceMap
							index={index}
							names={KINDS}
							label="Map of the changes"
							focus={focus}
							chosen={chosen}
							onPress={({ row }) => setChosen(row)}
							className="h-preview"
						/>
						<FenceTable index={index} names={KINDS} chosen={chosen} onChoose={choose} />
					</div>
				)}
			</DialogBody>
			<DialogActions>
				<Button data-first-focus="" onClick={onClose}>
					Back to the editor
				</Button>
			</DialogActions>
		</Dialog>
	);
}

const inWords = (audience: Audience | null | undefined) => (audience ? audienceSentence(audience) : "none");

/** The audiences that differ, before and now. */
function AudienceChanges({ base, draft }: { base: Draft; draft: Draft }) {
	const differing = draft.sets.flatMap((set) => {
		const before = base.sets.find(({ key }) => key === set.key);
		const words = [inWords(before?.audience), inWords(set.audience)] as const;
		return words[0] === words[1] ? [] : [{ key: set.key, name: set.set_name, words }];
	});
	if (differing.length === 0) return null;
	return (
		<dl className="grid gap-2">
			{differing.map(({ key, name, words: [before, now] }) => (
				<div key={key} className="rounded-md border border-line p-3">
					<dt className="font-medium">
						<bdi>{name}</bdi>
					</dt>
					<dd className="text-muted">Saved: {before}</dd>
					<dd>Now: {now}</dd>
				</div>
			))}
		</dl>
	);
}
