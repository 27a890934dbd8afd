"use client";

import { useState } from "react";
import { Pager } from "@/components/kit/ui/pager";
import { poisQuery } from "@/lib/browser/pois";
import { useQuery } from "@/lib/browser/use-query";
import { MOST_POIS_LEFT_OUT } from "@/lib/contract/constants";
import type { PoiQuery } from "@/lib/contract/point-of-interest";

const LIMIT = 50;

export interface PoiListProps {
	query: PoiQuery;
	onLeaveOut: (ids: string[]) => void;
}

/** What a query selects, each with a box that leaves it out. */
export function PoiList({ query, onLeaveOut }: PoiListProps) {
	const [offset, setOffset] = useState(0);
	const { data } = useQuery(poisQuery(query, offset, LIMIT));
	if (data === undefined || data.total === 0) return null;
	const out = new Set(query.left_out);
	const isFull = out.size >= MOST_POIS_LEFT_OUT;
	const toggle = (id: string) =>
		onLeaveOut(out.has(id) ? query.left_out.filter((each) => each !== id) : [...query.left_out, id]);
	return (
		<section aria-label="Points of interest" className="rounded-md border border-line">
			<ul className="max-h-list divide-y divide-line overflow-y-auto">
				{data.rows.map(({ id, name, brand, address, locality }) => (
					<li key={id}>
						<label className="flex items-baseline gap-2 px-3 py-1.5 max-md:min-h-11">
							<input
								type="checkbox"
								checked={!out.has(id)}
								aria-disabled={(isFull && !out.has(id)) || undefined}
								onChange={() => (isFull && !out.has(id) ? undefined : toggle(id))}
								className="size-4 shrink-0 translate-y-0.5 accent-accent"
							/>
							<span className={out.has(id) ? "text-muted line-through" : "font-medium"}>
								<bdi>{name}</bdi>
							</span>
							<span className="min-w-0 grow text-end text-muted text-small">
								<bdi>
									{[brand === name ? null : brand, address, locality].filter((part) => part !== null).join(", ")}
								</bdi>
							</span>
						</label>
					</li>
				))}
			</ul>
			{data.total > LIMIT ? <Pager offset={offset} limit={LIMIT} total={data.total} onOffset={setOffset} /> : null}
		</section>
	);
}
