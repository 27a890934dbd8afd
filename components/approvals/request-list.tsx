"use client";

import type { MouseEvent } from "react";
import { useNow } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/states";
import { formatAge, formatBytes } from "@/lib/client/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { requestLine } from "./request-facts";

const ROW = "grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-0.5 px-4 py-2";

export interface RequestListProps {
	rows: DeploymentDetail[];
	selected: string;
	onOpen: (id: string) => void;
}

const plainClick = (event: MouseEvent) => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;

/** Two lines a request: its name and size, then what is special about it. */
export function RequestList({ rows, selected, onOpen }: RequestListProps) {
	const now = useNow();
	return (
		<ul aria-label="Requests">
			{rows.map((deployment) => {
				const { id, design_name, filesize, requested_at } = deployment;
				const { warning, rest } = requestLine(deployment, now);
				return (
					<li key={id} className="border-line border-b">
						<a
							id={`request-${id}`}
							href={`?request=${id}`}
							aria-current={id === selected ? "true" : undefined}
							onClick={(event) => {
								if (!plainClick(event)) return;
								event.preventDefault();
								onOpen(id);
							}}
							className={`${ROW} border-s-3 border-transparent -outline-offset-2 hover:bg-sunken md:aria-[current]:border-accent md:aria-[current]:bg-accent-soft`}
						>
							<span className="truncate font-medium">{design_name}</span>
							<span className="text-end">{formatBytes(filesize)}</span>
							<span className="truncate text-muted text-small">
								{warning === null ? null : <span className="text-warn">{warning}</span>}
								{rest}
							</span>
							<span className="text-end text-muted text-small whitespace-nowrap">
								<span className="sr-only">waiting since </span>
								{formatAge(requested_at, now)}
							</span>
						</a>
					</li>
				);
			})}
		</ul>
	);
}

const PLACES = ["one", "two", "three", "four", "five", "six"];

export function RequestListSkeleton() {
	return (
		<div className="grid min-h-0 grow md:grid-cols-[minmax(var(--spacing-list),30%)_minmax(0,1fr)]" aria-busy="true">
			<p role="status" className="sr-only">
				The requests are being loaded
			</p>
			<ul className="border-line bg-surface md:border-e">
				{PLACES.map((place) => (
					<li key={place} className={`${ROW} border-line border-b py-3`}>
						<Skeleton className="w-40" />
						<Skeleton className="w-12" />
						<Skeleton className="mt-1 w-52" />
						<Skeleton className="mt-1 w-12" />
					</li>
				))}
			</ul>
			<div className="hidden content-start gap-6 p-6 md:grid">
				<Skeleton className="h-5 w-60" />
				<Skeleton className="h-16 w-80" />
				<Skeleton className="h-40" />
			</div>
		</div>
	);
}
