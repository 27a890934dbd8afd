"use client";

import type { Dispatch } from "react";
import { AudienceBuilder } from "@/components/features/designs/audience/audience-builder";
import { ReachPanel } from "@/components/features/designs/audience/reach-panel";
import { Notice } from "@/components/kit/ui/notice";
import { EmptyState } from "@/components/kit/ui/states";
import { describeError } from "@/lib/browser/api-error";
import { type DraftSet, withSet } from "./draft";
import { activeSet, type EditorEvent, type EditorState } from "./editor-state";
import { SetPanel } from "./set-panel";
import { useReach } from "./use-reach";

/** Edits the audience of each set, with the estimated reach of its parts. */
export function AudienceEditor({ state, dispatch }: { state: EditorState; dispatch: Dispatch<EditorEvent> }) {
	const set = activeSet(state);
	return (
		<div className="grid min-h-0 grow lg:grid-cols-[minmax(16rem,20rem)_minmax(0,1fr)]">
			<div className="bg-surface max-lg:border-line max-lg:border-b lg:overflow-y-auto lg:border-line lg:border-e">
				<SetPanel state={state} dispatch={dispatch} />
			</div>
			<div className="min-h-0 lg:overflow-y-auto">
				{set === undefined ? (
					<EmptyState title="No set selected">Select or add a set to build its audience.</EmptyState>
				) : (
					<OneAudience key={set.key} state={state} dispatch={dispatch} set={set} />
				)}
			</div>
		</div>
	);
}

interface OneAudienceProps {
	state: EditorState;
	dispatch: Dispatch<EditorEvent>;
	set: DraftSet;
}

/** The reach of one set, above what it is built of; another set has its own estimate. */
function OneAudience({ state, dispatch, set }: OneAudienceProps) {
	const draft = state.history.present;
	const { reach, estimate, refreshing, problems, error } = useReach(state.base.design, set);
	return (
		<div className="max-w-detail">
			<ReachPanel where={set.audience?.where ?? null} estimate={estimate} refreshing={refreshing} />
			<AudienceBuilder
				setName={set.set_name}
				audience={set.audience}
				reach={reach}
				// A new set shows no error before its audience is begun.
				judged={set.audience !== null}
				onChange={(audience, about) =>
					dispatch({
						type: "edited",
						draft: withSet(draft, set.key, (own) => ({ ...own, audience })),
						about: about === undefined ? undefined : `${about}:${set.key}`,
					})
				}
			/>
			<div className="grid gap-2 px-4 pb-6 md:px-6">
				{problems.map((problem) => (
					<Notice key={problem} kind="warn">
						{problem}
					</Notice>
				))}
				{error === null ? null : <Notice kind="warn">The reach could not be estimated. {describeError(error)}</Notice>}
			</div>
		</div>
	);
}
