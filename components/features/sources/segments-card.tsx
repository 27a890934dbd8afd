"use client";

import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/kit/ui/button";
import { SearchField } from "@/components/kit/ui/filter-bar";
import { focusChild } from "@/components/kit/ui/focus-child";
import { QueryCard } from "@/components/kit/ui/query-card";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import { EmptyState } from "@/components/kit/ui/states";
import { segmentsQuery } from "@/lib/browser/audience-sources";
import { formatCount, formatPlural, formatShare } from "@/lib/browser/format";
import { textFilter } from "@/lib/browser/text-search";
import { useQuery } from "@/lib/browser/use-query";
import type { InventorySource } from "@/lib/contract/inventory";

const FIRST = 12;

/** The segments of a source's current data with their share of its devices, largest first. */
export function SegmentsCard({ source: { slug, current_import: current } }: { source: InventorySource }) {
	const segments = useQuery({ ...segmentsQuery(slug), enabled: current !== null });
	const [wanted, setWanted] = useState("");
	const [all, setAll] = useState(false);
	const body = useRef<HTMLTableSectionElement>(null);
	if (current === null) return null;
	const fits = textFilter(wanted);
	const found = segments.data?.rows.filter(({ segment }) => fits(segment)) ?? [];
	const shown = all ? found : found.slice(0, FIRST);
	return (
		<QueryCard title={formatPlural(current.segment_count, "segment")} query={segments} what="The segments">
			{(data) =>
				data.total === 0 ? (
					<EmptyState inCard title="No segments">
						The current data has no rows.
					</EmptyState>
				) : (
					<>
						{data.total > FIRST ? (
							<div className="border-line border-b px-3 py-2" data-print="hidden">
								<SearchField label="Find a segment" value={wanted} onChange={setWanted} />
							</div>
						) : null}
						{found.length === 0 ? (
							<p className="px-3 py-2 text-muted">No segments match.</p>
						) : (
							<table className="w-full table-fixed border-collapse">
								<caption className="sr-only">Segments</caption>
								<thead>
									<tr className="text-muted text-small">
										<th scope="col" className="px-3 py-1 font-medium">
											Segment
										</th>
										<th scope="col" className="w-28 px-3 py-1 text-end font-medium">
											Devices
										</th>
										<th scope="col" className="w-28 px-3 py-1 text-end font-medium max-sm:hidden">
											Visits
										</th>
										<th scope="col" className="w-28 px-3 py-1 text-end font-medium max-sm:hidden">
											Last seen
										</th>
									</tr>
								</thead>
								<tbody ref={body}>
									{shown.map(({ segment, device_count: devices, visit_count: visits, newest_seen_at: newest }) => (
										<tr key={segment} className="border-line border-t">
											<td className="px-3 py-1.5 font-mono wrap-anywhere">
												<bdi>{segment}</bdi>
											</td>
											<td className="px-3 py-1.5 text-end">
												{devices === null ? (
													"—"
												) : (
													<>
														{formatCount(devices)}
														<span className="block text-muted text-small">
															{formatShare(devices, current.device_count)}
														</span>
													</>
												)}
											</td>
											<td className="px-3 py-1.5 text-end max-sm:hidden">
												{visits === null ? "—" : formatCount(visits)}
											</td>
											<td className="px-3 py-1.5 text-end max-sm:hidden">
												<RelativeTime iso={newest} />
											</td>
										</tr>
									))}
								</tbody>
							</table>
						)}
						{shown.some(({ device_count }) => device_count === null) ? (
							<p className="border-line border-t px-3 py-2 text-muted text-small">
								Numbers below the least reach of your organization are not shown.
							</p>
						) : null}
						{found.length > shown.length ? (
							<div className="border-line border-t p-1" data-print="hidden">
								<Button
									variant="link"
									onClick={() => {
										flushSync(() => setAll(true));
										focusChild(body.current, FIRST);
									}}
								>
									Show {formatCount(found.length - shown.length)} more
								</Button>
							</div>
						) : null}
						{data.total > data.rows.length ? (
							<p className="border-line border-t px-3 py-2 text-muted text-small">
								Showing the {formatCount(data.rows.length)} largest of {formatCount(data.total)}.
							</p>
						) : null}
					</>
				)
			}
		</QueryCard>
	);
}
