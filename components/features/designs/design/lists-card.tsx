"use client";

import { useState } from "react";
import { PullState } from "@/components/features/pulls/pull-state";
import { Button } from "@/components/kit/ui/button";
import { Card } from "@/components/kit/ui/card";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { Notice } from "@/components/kit/ui/notice";
import { Day } from "@/components/kit/ui/relative-time";
import { EmptyState } from "@/components/kit/ui/states";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { useSend } from "@/lib/browser/api";
import { describeError } from "@/lib/browser/api-error";
import type { DesignData, DesignDetail } from "@/lib/contract/design";
import { Automation } from "./data-card";

const ListDialog = lazyDialog(() => import("./list-dialog").then((module) => module.ListDialog));
const StopListDialog = lazyDialog(() => import("./stop-list-dialog").then((module) => module.StopListDialog));
const DIALOGS = [ListDialog, StopListDialog] as const;

type List = DesignData["lists"][number];

/** The sets whose geofences are pulled: on which list they were built, how the pulls went, and what follows. */
export function ListsCard({ design }: { design: DesignDetail }) {
	useAtHand(DIALOGS);
	const [asking, setAsking] = useState(false);
	const { data, permissions } = design;
	const lists = data?.lists ?? [];
	const followed = new Set(lists.map(({ set_id: id }) => id));
	const others = (design.contents ?? []).filter(
		({ set_id: id, points_of_interest: pois }) => !followed.has(id) && pois === null,
	);
	if (design.external_build || (lists.length === 0 && !permissions.edit)) return null;
	return (
		<Card
			title="Lists"
			aside={
				permissions.edit && others.length > 0 ? (
					<Button variant="link" onClick={() => setAsking(true)}>
						Follow a list…
					</Button>
				) : null
			}
		>
			{lists.length === 0 ? (
				<EmptyState inCard title="No list is followed">
					The service can fetch the geofences of a set from an https:// or s3:// address on a schedule.
				</EmptyState>
			) : (
				<ul aria-label="Lists" className="divide-y divide-line">
					{lists.map((list) => (
						<Followed key={list.set_id} designId={design.id} list={list} />
					))}
				</ul>
			)}
			{data === null || lists.length === 0 ? null : <Automation design={design} data={data} what="list" />}
			{asking ? (
				<ListDialog
					designId={design.id}
					sets={others.map(({ set_id, set_name }) => ({ set_id, name: set_name }))}
					pull={null}
					onClose={() => setAsking(false)}
				/>
			) : null}
		</Card>
	);
}

function Followed({ designId, list }: { designId: string; list: List }) {
	const { set_id, name, pull } = list;
	const run = useSend("POST /api/designs/[design_id]/sets/[set_id]/pull/run");
	const [asking, setAsking] = useState<"schedule" | "stop" | null>(null);
	const close = () => setAsking(null);
	return (
		<li className="grid gap-2 px-3 py-2">
			<div className="flex flex-wrap items-baseline justify-between gap-x-3">
				<bdi className="min-w-0 wrap-anywhere font-medium">{name}</bdi>
				<Version list={list} />
			</div>
			{pull === null ? null : (
				<>
					<PullState
						pull={pull}
						does={pull.mode === "replace" ? "Replaces the geofences" : "Updates the geofences by id"}
					/>
					<div className="-ms-2 flex flex-wrap">
						<Button
							variant="link"
							unavailable={pull.running || run.isPending ? "It is being pulled." : null}
							onClick={() => run.mutate({ design_id: designId, set_id })}
						>
							Pull now
						</Button>
						<Button variant="link" onClick={() => setAsking("schedule")}>
							Change…
						</Button>
						<Button variant="link" onClick={() => setAsking("stop")}>
							Stop…
						</Button>
					</div>
				</>
			)}
			{run.error === null ? null : (
				<Notice kind="bad" alert>
					{describeError(run.error)}
				</Notice>
			)}
			{asking === "schedule" ? (
				<ListDialog designId={designId} sets={[{ set_id, name }]} pull={pull} onClose={close} />
			) : null}
			{asking === "stop" ? <StopListDialog designId={designId} list={list} onClose={close} /> : null}
		</li>
	);
}

/** `Built on list of 12 Nov, newer of 19 Nov`. */
function Version({ list: { built_on: builtOn, newest, stale } }: { list: List }) {
	if (newest === null) return null;
	return (
		<span className={stale ? "text-small text-warn" : "text-muted text-small"}>
			{builtOn === null ? (
				<>
					Not built yet; list of <Day iso={newest} />
				</>
			) : (
				<>
					Built on list of <Day iso={builtOn} />
					{stale ? (
						<>
							, newer of <Day iso={newest} />
						</>
					) : null}
				</>
			)}
		</span>
	);
}
