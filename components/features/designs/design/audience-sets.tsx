"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { belowLeastReach, reachWords } from "@/components/features/designs/reach-words";
import { audienceSentence } from "@/components/features/designs/shared/audience-sentence";
import { Button } from "@/components/kit/ui/button";
import { Figure } from "@/components/kit/ui/figure";
import { Skeleton } from "@/components/kit/ui/states";
import { describeError } from "@/lib/browser/api-error";
import { estimateQuery } from "@/lib/browser/design-editing";
import { formatCount, formatShare } from "@/lib/browser/format";
import { useQuery } from "@/lib/browser/use-query";
import type { DesignDetail, DesignSet } from "@/lib/contract/design";
import type { Estimate } from "@/lib/contract/estimate";

export interface AudienceSetsProps {
	design: DesignDetail;
	sets: readonly DesignSet[];
}

/** The sets of an audience design, each in words and as JSON, with the devices that they reach. */
export function AudienceSets({ design, sets }: AudienceSetsProps) {
	const estimate = useQuery({
		...estimateQuery(design.id, {}, design.revision),
		// Who may copy a design sees its contents and may make designs: the service estimates for them.
		enabled: design.permissions.duplicate && sets.some(({ audience }) => audience !== null),
	});
	const reachOf = (id: string) => {
		const own = estimate.data?.sets.find(({ set_id }) => set_id === id);
		if (estimate.data === undefined || own === undefined) return null;
		const { item_count: reach, below_least_reach: below } = own;
		return reach === null && !below ? null : reachWords(reach, estimate.data.least_reach);
	};
	return (
		<>
			<Reach estimate={estimate} many={sets.length > 1} />
			<ul className="divide-y divide-line">
				{sets.map((set) => (
					<OneSet key={set.set_id} set={set} reach={sets.length > 1 ? reachOf(set.set_id) : null} />
				))}
			</ul>
		</>
	);
}

interface ReachProps {
	estimate: Pick<UseQueryResult<Estimate>, "data" | "error" | "isFetching" | "refetch">;
	many: boolean;
}

/** The devices that the design reaches with its saved contents. */
function Reach({ estimate: { data, error, isFetching, refetch }, many }: ReachProps) {
	const below = data === undefined ? null : belowLeastReach(data);
	const devices = data?.sources.reduce((sum, source) => sum + source.device_count, 0) ?? 0;
	if (data === undefined && error === null && !isFetching) return null;
	return (
		<div className="border-line border-b p-3" aria-busy={isFetching}>
			{data !== undefined ? (
				<dl>
					<Figure
						label="Reach"
						value={below?.figure ?? formatCount(data.item_count ?? 0)}
						about={
							below?.words ??
							`${many ? "distinct devices of all sets" : "devices"}, ${formatShare(data.item_count ?? 0, devices)} of all in the sources`
						}
					/>
				</dl>
			) : error === null ? (
				<>
					<p className="text-muted">Reach</p>
					<Skeleton className="my-1 h-8 w-40" />
				</>
			) : (
				<p className="text-muted">
					The reach could not be estimated. {describeError(error)}{" "}
					<Button variant="link" onClick={() => void refetch()}>
						Try again
					</Button>
				</p>
			)}
		</div>
	);
}

function OneSet({ set, reach }: { set: DesignSet; reach: string | null }) {
	return (
		<li className="grid gap-1 p-3">
			<div className="flex flex-wrap items-baseline gap-x-2">
				<span className="font-medium">
					<bdi>{set.set_name}</bdi>
				</span>
				<span className="font-mono text-muted text-small">
					<bdi>{set.targeting_code}</bdi>
				</span>
				{reach === null ? null : <span className="ms-auto">{reach}</span>}
			</div>
			{set.audience === null ? (
				<p className="text-warn">This set has no audience yet.</p>
			) : (
				<>
					<p>{audienceSentence(set.audience)}</p>
					<details>
						<summary className="-my-1 py-1 text-accent text-small">As JSON</summary>
						<pre className="mt-1 overflow-x-auto rounded-md bg-sunken p-2 font-mono text-small">
							{JSON.stringify(set.audience, null, 2)}
						</pre>
					</details>
				</>
			)}
		</li>
	);
}
