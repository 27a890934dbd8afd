"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { NewestRows } from "@/components/kit/ui/newest-rows";
import { QueryCard } from "@/components/kit/ui/query-card";
import { EmptyState } from "@/components/kit/ui/states";
import type { Page } from "@/lib/browser/fetcher";

const FIRST = 8;

export interface NewestEventsProps<Event> {
	query: UseQueryResult<Page<Event>>;
	/** The filters with which the audit has all of them, as a query string. */
	audit: string;
	/** An event as a list item. */
	children: (event: Event) => ReactNode;
}

/** The history of one thing: what happened last, by a press what happened earlier, and where all of it is. */
export function NewestEvents<Event>({ query, audit, children }: NewestEventsProps<Event>) {
	return (
		<QueryCard title="History" query={query} what="The history">
			{({ rows, total }) =>
				rows.length === 0 ? (
					<EmptyState inCard title="Nothing has happened yet" />
				) : (
					<NewestRows
						label="History"
						rows={rows}
						total={total}
						first={FIRST}
						elsewhere={
							<Link href={`/audit?${audit}`} prefetch={false} className="font-medium text-accent underline">
								All of them in the audit
							</Link>
						}
					>
						{children}
					</NewestRows>
				)
			}
		</QueryCard>
	);
}
