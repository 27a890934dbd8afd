"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import { useShortcuts } from "@/components/kit/keyboard/shortcuts";
import { Button } from "@/components/kit/ui/button";
import { EmptyState } from "@/components/kit/ui/states";
import { groupsOf, matchingGroups } from "@/lib/browser/openapi/operations";
import type { OpenApiDocument } from "@/lib/contract/openapi/document";
import { INTRODUCTION, useDocsState } from "./docs-state";
import { focusExamples } from "./example-tabs";
import { Introduction } from "./introduction";
import { focusSearch, OperationList, operationLinkId } from "./operation-list";
import { OperationView } from "./operation-view";

/**
 * Operations at the left, the one that is read at the right; on small screens one step after the
 * other.
 */
export function DocsReader({ document: described }: { document: OpenApiDocument }) {
	const state = useDocsState();
	const heading = useRef<HTMLHeadingElement>(null);
	const content = useRef<HTMLDivElement>(null);
	const followed = useRef(false);
	const left = useRef<string | null>(null);
	const [told, setTold] = useState("");
	const groups = useMemo(() => groupsOf(described), [described]);
	const found = matchingGroups(groups, state.q);
	const all = groups.flatMap(({ operations }) => operations);
	const operation = all.find(({ id }) => id === state.operation);

	const open = (id: string) => {
		followed.current = true;
		state.open(id);
	};
	const back = () => {
		left.current = state.operation;
		state.open(null);
	};
	// The focus goes with the reader: to the operation that a link was followed to, and back to that
	// link.
	const shown = state.operation;
	useEffect(() => {
		content.current?.scrollTo({ top: 0 });
		if (shown === null && left.current !== null) document.getElementById(operationLinkId(left.current))?.focus();
		left.current = null;
		if (!followed.current || shown === null) return;
		followed.current = false;
		heading.current?.focus();
	}, [shown]);

	const step = (by: number) => {
		const listed = found.flatMap(({ operations }) => operations);
		const place = listed.findIndex(({ id }) => id === state.operation);
		const next = listed[place === -1 && by < 0 ? -1 : place + by];
		if (next === undefined) return;
		setTold(`${next.summary}, ${listed.indexOf(next) + 1} of ${listed.length}`);
		state.open(next.id, "replace");
	};
	useShortcuts("The reference", [
		{ keys: ["j", "ArrowDown"], does: "Next operation", run: () => step(1), repeats: true, moves: true },
		{ keys: ["k", "ArrowUp"], does: "Previous operation", run: () => step(-1), repeats: true, moves: true },
		{
			keys: ["/"],
			does: "Search operations",
			run: focusSearch,
			moves: true,
		},
		{
			keys: ["e"],
			does: "Go to the example",
			run: focusExamples,
			moves: true,
		},
	]);

	const stepIn = state.operation !== null;
	return (
		<div className="grid min-h-0 grow lg:grid-cols-[var(--spacing-list)_minmax(0,1fr)]">
			{/* A step by key leaves the focus where it is. */}
			<p role="status" className="sr-only">
				{told}
			</p>
			<div className={`min-h-0 flex-col lg:flex ${stepIn ? "hidden" : "flex"}`}>
				<OperationList groups={found} state={state} onOpen={open} />
			</div>
			<div ref={content} className={`relative min-h-0 min-w-0 lg:block lg:overflow-y-auto ${stepIn ? "" : "hidden"}`}>
				{state.operation === null || state.operation === INTRODUCTION ? (
					<Introduction document={described} heading={heading} onOpen={open} onBack={back} />
				) : operation === undefined ? (
					<EmptyState
						picture="search"
						title="Operation not found"
						action={<Button onClick={() => state.open(null)}>Show all operations</Button>}
					>
						This service has no operation <code className="font-mono">{state.operation}</code>.
					</EmptyState>
				) : (
					<OperationView document={described} operation={operation} heading={heading} onBack={back} />
				)}
			</div>
		</div>
	);
}
