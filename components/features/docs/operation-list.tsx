"use client";

import { ChevronRight } from "lucide-react";
import { useEffect } from "react";
import { Button } from "@/components/kit/ui/button";
import { SearchField } from "@/components/kit/ui/filter-bar";
import { EmptyState } from "@/components/kit/ui/states";
import { formatPlural } from "@/lib/browser/format";
import { CONTRACT, type OperationGroup } from "@/lib/browser/openapi/operations";
import { type DocsState, INTRODUCTION } from "./docs-state";
import { MethodTag } from "./method-tag";
import { OperationLink } from "./operation-link";

const ROW =
	"flex items-baseline gap-2 rounded-md px-2 py-1.5 -outline-offset-2 hover:bg-sunken max-lg:py-2.5 lg:aria-[current]:bg-accent-soft lg:aria-[current]:font-medium";

const SEARCH_LABEL = "Search operations";

/** Puts the focus into the field that searches the operations. */
export const focusSearch = () => document.querySelector<HTMLElement>(`input[aria-label="${SEARCH_LABEL}"]`)?.focus();

const LINK_ID = "operation-";

/** The id of an operation's link in the list. */
export const operationLinkId = (operation: string) => `${LINK_ID}${operation}`;

export interface OperationListProps {
	/** Those that match the search. */
	groups: readonly OperationGroup[];
	state: DocsState;
	onOpen: (id: string) => void;
}

/**
 * All operations that match, in their groups. Without a search the contract's are open, and the
 * group of the operation that is read.
 */
export function OperationList({ groups, state, onOpen }: OperationListProps) {
	const { operation: current, q } = state;
	useEffect(() => {
		if (current === null) return;
		const link = document.getElementById(operationLinkId(current));
		link?.scrollIntoView({ block: "nearest" });
		// Keeps the focus on the open operation while arrow keys step through the list.
		if (document.activeElement?.id.startsWith(LINK_ID)) link?.focus({ preventScroll: true });
	}, [current]);
	const count = groups.reduce((sum, { operations }) => sum + operations.length, 0);
	return (
		<nav aria-label="Operations" className="flex min-h-0 grow flex-col border-line bg-surface lg:border-e">
			<search className="grid gap-1 border-line border-b p-4 pb-2">
				<SearchField label={SEARCH_LABEL} value={q} onChange={state.search} />
				<p role="status" className="text-muted text-small">
					{formatPlural(count, "operation")}
					{q === "" ? "" : " found"}
				</p>
			</search>
			<div className="min-h-0 overflow-y-auto p-2 pt-0" data-arrow-keys>
				{q === "" ? (
					<div className="pt-2">
						<OperationLink
							operation={INTRODUCTION}
							current={current === null || current === INTRODUCTION}
							onOpen={onOpen}
							className={ROW}
						>
							Introduction
						</OperationLink>
					</div>
				) : null}
				{count === 0 ? (
					<EmptyState
						title="No operations match"
						inCard
						action={
							<Button
								onClick={() => {
									state.search("");
									focusSearch();
								}}
							>
								Show all operations
							</Button>
						}
					>
						The search covers names, paths, methods, parameters and descriptions.
					</EmptyState>
				) : null}
				{groups.map((group, place) => (
					<div key={`${group.api} ${group.name}`}>
						{groups[place - 1]?.api === group.api || group.name === CONTRACT ? null : (
							<p className="mt-2 border-line border-t px-2 pt-3 text-muted text-small">{group.api}</p>
						)}
						<details
							open={q !== "" || group.name === CONTRACT || group.operations.some(({ id }) => id === current)}
							className="group"
						>
							<summary className="flex min-h-8 cursor-pointer list-none items-center gap-1 rounded-md px-2 -outline-offset-2 hover:bg-sunken max-lg:min-h-11 [&::-webkit-details-marker]:hidden">
								<ChevronRight aria-hidden className="size-3 shrink-0 text-muted group-open:rotate-90" />
								<h2 className="min-w-0 grow font-medium text-small">{group.name}</h2>
								<span className="text-muted text-small">{group.operations.length}</span>
							</summary>
							<ul>
								{group.operations.map(({ id, method, summary }) => (
									<li key={id}>
										<OperationLink
											id={operationLinkId(id)}
											operation={id}
											current={id === current}
											onOpen={onOpen}
											className={ROW}
										>
											<span className="w-12 shrink-0">
												<MethodTag method={method} />
											</span>
											<span className="min-w-0">{summary}</span>
										</OperationLink>
									</li>
								))}
							</ul>
						</details>
					</div>
				))}
			</div>
		</nav>
	);
}
