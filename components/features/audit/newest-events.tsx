"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { NewestRows } from "@/components/kit/ui/newest-rows";
import { PageLink } from "@/components/kit/ui/page-link";
import { QueryCard } from "@/components/kit/ui/query-card";
import { EmptyState } from "@/components/kit/ui/states";
import type { Page } from "@/lib/browser/fetcher";

const FIRST = 8;

export interface NewestEventsProps<Event> {
	query: UseQueryResult<Page<Event>>;
	/** Audit filters that list all these events, as a query string. */
	audit: string;
	/** An event as a list item. */
	children: (event: Event) => ReactNode;
}

/** The history of an object: newest events, earlier ones on demand, and the audit log. */
export function NewestEvents<Event>({ query, audit, children }: NewestEventsProps<Event>) {
	return (
		<QueryCard title="History" query={query} what="The history">
			{({ rows, total }) =>
				rows.length === 0 ? (
					<EmptyState inCard title="No activity yet" />
				) : (
					<NewestRows
						label="History"
						rows={rows}
						total={total}
						first={FIRST}
						elsewhere={
							<PageLink acts href={`/audit?${audit}`} className="font-medium text-accent underline">
								View audit log
							</PageLink>
						}
					>
						{children}
					</NewestRows>
				)
			}
		</QueryCard>
	);
}
