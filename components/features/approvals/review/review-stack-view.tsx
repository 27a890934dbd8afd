"use client";

import { useRef, useState } from "react";
import { type Shortcut, useShortcuts } from "@/components/kit/keyboard/shortcuts";
import { WORLD_SOURCES } from "@/components/kit/map/base-map";
import { useExtentWords } from "@/components/kit/map/use-extent-words";
import { Button } from "@/components/kit/ui/button";
import { formatBytes, formatCount, formatPlural } from "@/lib/browser/format";
import type { BulkPreview } from "@/lib/contract/bulk-preview";
import type { ReviewParts } from "./review-mode";
import type { ReviewStack } from "./review-stacks";
import { StackCard } from "./stack-card";
import { useActivateStack } from "./use-activate-stack";

export interface ReviewStackViewProps extends Pick<ReviewParts, "dispatch" | "onUndo"> {
	stack: ReviewStack;
	preview: BulkPreview;
	/** Leaves these to be read one by one. */
	onPassed: (ids: readonly string[]) => void;
}

/** Requests that are alike, to look through and activate together; each can be taken out. */
export function ReviewStackView({ stack, preview, dispatch, onUndo, onPassed }: ReviewStackViewProps) {
	// As they were first shown: a decision holds for that revision alone.
	const [seen] = useState(stack.requests);
	const [out, setOut] = useState<ReadonlySet<string>>(new Set());
	const { activate, isPending } = useActivateStack(dispatch, onUndo);
	const list = useRef<HTMLUListElement>(null);
	const bounds = new Map(preview.items.map((item) => [item.id, item.bounds]));
	const requests = seen.filter(({ id }) => stack.requests.some((request) => request.id === id));
	const wordsOf = useExtentWords(preview.items.map((item) => item.bounds));
	const kept = requests.filter(({ id }) => !out.has(id));
	const size = formatBytes(kept.reduce((sum, { filesize }) => sum + filesize, 0));
	const toggle = (id: string) =>
		setOut((before) => (before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id])));
	const pass = () => onPassed(requests.map(({ id }) => id));
	const decide = async () => {
		if (!isPending && kept.length > 0 && (await activate(kept))) onPassed([...out]);
	};
	useShortcuts("This stack", [
		{ keys: ["a"], does: `Activate ${formatPlural(kept.length, "request")}`, run: () => void decide() },
		{ keys: ["o"], does: "Review the stack one by one", run: pass },
		...stepsIn(() => [...(list.current?.querySelectorAll("input") ?? [])]),
	]);
	return (
		<section aria-label={stack.title} className="flex min-h-0 grow flex-col">
			<div className="grid gap-1 p-4 md:p-6">
				<h2 tabIndex={-1} className="text-title font-bold outline-none">
					{stack.title}
				</h2>
				<p className="text-muted">Nothing unusual, {size} in total. Clear a box to review that request on its own.</p>
			</div>
			<ul
				ref={list}
				aria-label="Requests of the stack"
				data-arrow-keys
				className="grid min-h-0 grow grid-cols-[repeat(auto-fill,minmax(min(12rem,100%),1fr))] content-start gap-3 overflow-y-auto px-4 pb-4 md:px-6"
			>
				{requests.map((request) => (
					<StackCard
						key={request.id}
						request={request}
						bounds={bounds.get(request.id) ?? null}
						wordsOf={wordsOf}
						kept={!out.has(request.id)}
						onToggle={toggle}
					/>
				))}
			</ul>
			<div
				className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2 border-line border-t bg-raised px-4 py-3 md:px-6"
				data-print="hidden"
			>
				<Button
					variant="primary"
					shortcut="a"
					pending={isPending}
					unavailable={kept.length === 0 ? "Keep at least one request." : null}
					onClick={() => void decide()}
					className="max-md:grow"
				>
					Activate {formatCount(kept.length)}
				</Button>
				<Button shortcut="o" onClick={pass} className="max-md:grow">
					One by one
				</Button>
				<span className="ms-auto text-muted text-small">Map: {WORLD_SOURCES}</span>
			</div>
		</section>
	);
}

/** Keys that go from box to box, and clear or tick the one that has the focus. */
function stepsIn(boxes: () => readonly HTMLInputElement[]): Shortcut[] {
	const place = () => boxes().indexOf(document.activeElement as HTMLInputElement);
	const step = (by: 1 | -1) => boxes()[Math.min(boxes().length - 1, Math.max(0, place() + by))]?.focus();
	return [
		{ keys: ["j", "ArrowRight"], does: "Next request of the stack", run: () => step(1), repeats: true, moves: true },
		{
			keys: ["k", "ArrowLeft"],
			does: "Previous request of the stack",
			run: () => step(-1),
			repeats: true,
			moves: true,
		},
		{ keys: ["x"], does: "Take the request out, or put it back", run: () => boxes()[place()]?.click(), moves: true },
	];
}
