"use client";

import type { Dispatch } from "react";
import { AudienceBuilder } from "@/components/features/designs/audience/audience-builder";
import { Notice } from "@/components/kit/ui/notice";
import { EmptyState } from "@/components/kit/ui/states";
import { describeError } from "@/lib/browser/api-error";
import { withSet } from "./draft";
import { activeSet, type EditorEvent, type EditorState } from "./editor-state";
import { SetPanel } from "./set-panel";
import { useReach } from "./use-reach";

/** Edits the audience of each set, with the estimated reach of its parts. */
export function AudienceEditor({ state, dispatch }: { state: EditorState; dispatch: Dispatch<EditorEvent> }) {
	const set = activeSet(state);
	const draft = state.history.present;
	const { reach, estimating, problems, error } = useReach(state.base.design, set);
	return (
		<div className="grid min-h-0 grow lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)]">
			<div className="bg-surface max-lg:border-line max-lg:border-b lg:overflow-y-auto lg:border-line lg:border-e">
				<SetPanel state={state} dispatch={dispatch} />
			</div>
			<div className="min-h-0 lg:overflow-y-auto">
				{set === undefined ? (
					<EmptyState title="No set selected">Select or add a set to build its audience.</EmptyState>
				) : (
					<div className="max-w-panel">
						<AudienceBuilder
							key={set.key}
							setName={set.set_name}
							audience={set.audience}
							reach={reach}
							estimating={estimating}
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
							{error === null ? null : (
								<Notice kind="warn">The reach could not be estimated. {describeError(error)}</Notice>
							)}
						</div>
					</div>
				)}
			</div>
		</div>
	);
}
