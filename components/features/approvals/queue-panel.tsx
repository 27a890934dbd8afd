"use client";

import { formatCount } from "@/lib/browser/format";
import { Conversation } from "./conversation";
import { PanelActions } from "./panel-actions";
import { decidedHere } from "./queue-look";
import { RequestPanel } from "./request-panel";
import type { ApprovalFilters } from "./use-approval-filters";
import type { Decisions } from "./use-decisions";
import type { Queue } from "./use-queue";

export interface QueuePanelProps {
	queue: Queue;
	filters: ApprovalFilters;
	decisions: Decisions;
	/** Back to the list, where it is not beside it. */
	onBack: () => void;
}

/** The current request of the queue, with its conversation and the decision; nothing without one. */
export function QueuePanel({ queue, filters, decisions, onBack }: QueuePanelProps) {
	const { state, dispatch, shown, step } = queue;
	if (shown === null) return null;
	const position = queue.listed
		? `${formatCount(filters.offset + queue.place + 1)} of ${formatCount(queue.total)}`
		: "not in this list";
	return (
		<RequestPanel
			key={shown.id}
			deployment={shown}
			seen={state.seen ?? shown}
			decidedHere={decidedHere(state, shown)}
			gone={queue.gone && !queue.late}
			position={position}
			refused={state.refused?.id === shown.id ? state.refused.reason : null}
			heading={queue.heading}
			conversation={<Conversation deployment={shown} count={queue.comments} dispatch={dispatch} />}
			onLookedAgain={() => dispatch({ type: "lookedAgain", request: shown })}
			onNext={() => step(1)}
			onPrevious={() => step(-1)}
			onBack={onBack}
		>
			{state.selected.size > 0 ? null : (
				<PanelActions
					deployment={shown}
					late={queue.late}
					position={position}
					state={state}
					dispatch={dispatch}
					decisions={decisions}
				/>
			)}
		</RequestPanel>
	);
}
