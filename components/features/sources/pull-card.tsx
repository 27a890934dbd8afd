"use client";

import { useState } from "react";
import { PullState } from "@/components/features/pulls/pull-state";
import { Button } from "@/components/kit/ui/button";
import { Card } from "@/components/kit/ui/card";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { Notice } from "@/components/kit/ui/notice";
import { EmptyState } from "@/components/kit/ui/states";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { useSend } from "@/lib/browser/api";
import { describeError } from "@/lib/browser/api-error";
import type { InventorySourceDetail } from "@/lib/contract/inventory";

const PullDialog = lazyDialog(() => import("./pull-dialog").then((module) => module.PullDialog));
const StopPullDialog = lazyDialog(() => import("./stop-pull-dialog").then((module) => module.StopPullDialog));
const DIALOGS = [PullDialog, StopPullDialog] as const;

/** From where and when the data are pulled, how it went, and what operators can do about it. */
export function PullCard({ source }: { source: InventorySourceDetail }) {
	useAtHand(DIALOGS);
	const { pull } = source;
	const run = useSend("POST /api/inventory-sources/[inventory_source_slug]/pull/run");
	const [asking, setAsking] = useState<"schedule" | "stop" | null>(null);
	const close = () => setAsking(null);
	return (
		<Card
			title="Scheduled pull"
			aside={
				<div className="flex flex-wrap">
					{pull === null ? null : (
						<>
							<Button
								variant="link"
								unavailable={pull.running || run.isPending ? "It is being pulled." : null}
								onClick={() => run.mutate({ inventory_source_slug: source.slug })}
							>
								Pull now
							</Button>
							<Button variant="link" onClick={() => setAsking("stop")}>
								Stop…
							</Button>
						</>
					)}
					<Button variant="link" onClick={() => setAsking("schedule")}>
						{pull === null ? "Set up…" : "Change…"}
					</Button>
				</div>
			}
		>
			{pull === null ? (
				<EmptyState inCard title="Nothing is pulled">
					The service can fetch new data from an https:// or s3:// address on a schedule.
				</EmptyState>
			) : (
				<div className="px-3 py-2">
					<PullState pull={pull} does={pull.mode === "replace" ? "Replaces the data" : "Appends to the data"} />
				</div>
			)}
			{run.error === null ? null : (
				<div className="px-3 pb-2">
					<Notice kind="bad" alert>
						{describeError(run.error)}
					</Notice>
				</div>
			)}
			{asking === "schedule" ? <PullDialog source={source} onClose={close} /> : null}
			{asking === "stop" ? <StopPullDialog source={source} onClose={close} /> : null}
		</Card>
	);
}
