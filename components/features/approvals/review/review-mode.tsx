"use client";

import { type Dispatch, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useShortcuts } from "@/components/kit/keyboard/shortcuts";
import { Button } from "@/components/kit/ui/button";
import { Skeleton } from "@/components/kit/ui/states";
import { formatCount } from "@/lib/browser/format";
import { bulkPreviewQuery } from "@/lib/browser/preview";
import { useQuery } from "@/lib/browser/use-query";
import type { QueueEvent, QueueRow, UndoableDecision } from "../queue-types";
import { ReviewEnd } from "./review-end";
import { ReviewStackView } from "./review-stack-view";
import { alike, reviewStacks } from "./review-stacks";

export interface ReviewParts {
	/** The requests that still wait, the gravest first. */
	rows: readonly QueueRow[];
	dispatch: Dispatch<QueueEvent>;
	onUndo: (decision: UndoableDecision) => void;
	/** Leaves the review for the queue. */
	onClose: () => void;
	/** The request that is read, with its decision. */
	children: ReactNode;
}

/**
 * The queue on the whole screen: first the requests that are alike, as stacks, then the others one
 * by one, and at the end what became of all.
 */
export function ReviewMode({ rows, dispatch, onUndo, onClose, children }: ReviewParts) {
	const [first] = useState(() => rows.map(({ id }) => id));
	/** Those that came during the review, too. */
	const [ids, setIds] = useState(first);
	const more = rows.filter(({ id }) => !ids.includes(id));
	if (more.length > 0) setIds([...ids, ...more.map(({ id }) => id)]);
	/** Taken out of their stacks. */
	const [passed, setPassed] = useState<ReadonlySet<string>>(new Set());
	const [isOver, setOver] = useState(false);
	const candidates = rows.filter(({ id }) => !passed.has(id));
	const { data: preview, isLoading } = useQuery({ ...bulkPreviewQuery(first), enabled: alike(candidates).length > 0 });
	const [stack] = preview === undefined ? [] : reviewStacks(candidates, preview);
	const phase = isOver || rows.length === 0 ? "end" : isLoading ? "loading" : stack === undefined ? "one" : "stack";
	const finish = () => (phase === "end" ? onClose() : setOver(true));
	useShortcuts("Review", [
		{ keys: ["Escape"], does: phase === "end" ? "Back to the queue" : "Finish the review", run: finish },
	]);
	useLayoutEffect(() => {
		document.documentElement.dataset.whole = "";
		return () => {
			delete document.documentElement.dataset.whole;
		};
	}, []);
	const body = useRef<HTMLDivElement>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else is shown
	useEffect(() => {
		body.current?.querySelector<HTMLElement>("h2[tabindex]")?.focus({ preventScroll: true });
	}, [phase, stack?.title]);
	const reviewed = ids.length - rows.length;
	return (
		<>
			<div className="flex items-center gap-3 border-line border-b bg-surface px-4 py-2 md:px-6" data-print="hidden">
				<h1 tabIndex={-1} className="font-bold outline-none">
					Review
				</h1>
				<p role="status" className="text-muted">
					{formatCount(reviewed)} of {formatCount(ids.length)}
				</p>
				<progress
					aria-hidden
					max={ids.length}
					value={reviewed}
					className="h-1 min-w-0 max-w-60 grow appearance-none overflow-hidden rounded-full border-0 bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
				/>
				<Button shortcut="Escape" onClick={finish} className="ms-auto">
					{phase === "end" ? "Close" : "Finish"}
				</Button>
			</div>
			<div ref={body} className="flex min-h-0 grow flex-col">
				{phase === "end" ? <ReviewEnd ids={ids} /> : null}
				{phase === "loading" ? <Skeleton className="m-6 h-40" /> : null}
				{phase === "stack" && stack !== undefined && preview !== undefined ? (
					<ReviewStackView
						key={stack.kind}
						stack={stack}
						preview={preview}
						dispatch={dispatch}
						onUndo={onUndo}
						onPassed={(some) => setPassed((before) => new Set([...before, ...some]))}
					/>
				) : null}
				{phase === "one" ? children : null}
			</div>
		</>
	);
}
