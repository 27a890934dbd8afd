"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type Dispatch, useEffect, useEffectEvent, useState } from "react";
import { useSessionUser } from "@/components/kit/session/session-context";
import { Button } from "@/components/kit/ui/button";
import { Notice } from "@/components/kit/ui/notice";
import { useNow } from "@/components/kit/ui/relative-time";
import { describeError } from "@/lib/browser/api-error";
import { designQuery } from "@/lib/browser/designs";
import { formatClock } from "@/lib/browser/format";
import { useQuery } from "@/lib/browser/use-query";
import type { DesignDetail } from "@/lib/contract/design";
import { isolate } from "@/lib/rules/text/isolate";
import { lastSaved } from "./draft-line";
import { type EditorEvent, type EditorState, isUnsaved } from "./editor-state";
import { readConflict } from "./use-save";

const MAX_SETS = 3;

/** The sets by id and revision, in their order. */
const contentsKey = ({ contents }: DesignDetail) =>
	(contents ?? []).map(({ set_id, revision }) => `${set_id}/${revision}`).join();

/** Names of the sets that differ between two versions of a design. */
function differingSets(before: DesignDetail, now: DesignDetail): string[] {
	const known = new Map((before.contents ?? []).map((set) => [set.set_id, set]));
	const changed = (now.contents ?? []).filter((set) => known.get(set.set_id)?.revision !== set.revision);
	const kept = new Set((now.contents ?? []).map(({ set_id }) => set_id));
	const removed = [...known.values()].filter(({ set_id }) => !kept.has(set_id));
	return [
		...changed.map(({ set_name }) => isolate(set_name)),
		...removed.map(({ set_name }) => `${isolate(set_name)} (removed)`),
	];
}

/**
 * Tells at once when someone else has saved the design while it is edited, with a way to take the
 * changes over. What changed beside its contents, such as its name, is taken over without a word.
 */
export function ColleagueNotice({ state, dispatch }: { state: EditorState; dispatch: Dispatch<EditorEvent> }) {
	const { base, saving, conflict } = state;
	const { data } = useQuery(designQuery(base.design.id));
	const newer = saving === null && conflict === null && data !== undefined && data.revision > base.design.revision;
	const foreign = newer && contentsKey(data) !== contentsKey(base.design) ? data : null;
	const adopt = useEffectEvent(() => data !== undefined && dispatch({ type: "designRenewed", design: data }));
	const renewed = newer && foreign === null;
	useEffect(() => {
		if (renewed) adopt();
	}, [renewed]);
	return foreign === null ? null : <Foreign state={state} dispatch={dispatch} design={foreign} />;
}

interface ForeignProps {
	state: EditorState;
	dispatch: Dispatch<EditorEvent>;
	design: DesignDetail;
}

function Foreign({ state, dispatch, design }: ForeignProps) {
	const client = useQueryClient();
	const user = useSessionUser();
	const now = useNow();
	const [reading, setReading] = useState(false);
	const [problem, setProblem] = useState<string | null>(null);
	const saved = lastSaved(design);
	const who = saved?.by === user.email ? "You, in another window," : (saved?.name ?? "Someone else");
	const when = saved === null ? "" : ` ${formatClock(saved.at, now)}`;
	const names = differingSets(state.base.design, design);
	const rest = names.length > MAX_SETS ? ` and ${names.length - MAX_SETS} more` : "";
	const what = names.length === 0 ? "" : `: ${names.slice(0, MAX_SETS).join(", ")}${rest}`;
	const unsaved = isUnsaved(state);
	const review = async () => {
		setReading(true);
		setProblem(null);
		const changed_at = saved?.at ?? design.updated_at;
		const by = {
			...{ revision: design.revision, changed_by: saved?.by ?? null, changed_by_person: saved?.person ?? null },
			...{ changed_at, action: null, current: design },
		};
		try {
			const found = await readConflict(client, by, state.base, state.history.present);
			dispatch(unsaved ? { type: "conflictFound", conflict: found } : { type: "adopted", base: found.theirs });
		} catch (error) {
			setProblem(describeError(error));
		} finally {
			setReading(false);
		}
	};
	return (
		<div className="px-4 py-2 md:px-6">
			<Notice kind="warn" alert>
				<div className="flex flex-wrap items-center gap-x-3">
					<p className="min-w-0">
						<bdi>{who}</bdi> saved this design{when}
						{what}. {unsaved ? "Your changes are kept." : null}
						{problem === null ? null : ` ${problem}`}
					</p>
					<Button className="max-lg:min-h-11" pending={reading} onClick={() => void review()}>
						{unsaved ? "Review and merge…" : "Load their version"}
					</Button>
				</div>
			</Notice>
		</div>
	);
}
