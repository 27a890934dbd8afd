"use client";

import { useState } from "react";
import { Button } from "@/components/kit/ui/button";
import { Card } from "@/components/kit/ui/card";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { Notice } from "@/components/kit/ui/notice";
import { Moment } from "@/components/kit/ui/relative-time";
import { EmptyState } from "@/components/kit/ui/states";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { useSend } from "@/lib/browser/api";
import { describeError } from "@/lib/browser/api-error";
import { formatPlural } from "@/lib/browser/format";
import type { InventoryPull, InventorySourceDetail } from "@/lib/contract/inventory";
import { asSentence } from "@/lib/rules/text/as-sentence";

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
				<PullState pull={pull} />
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

function PullState({ pull }: { pull: InventoryPull }) {
	const {
		url,
		has_query: hasQuery,
		mode,
		problem,
		last_pulled_at: last,
		last_changed_at: changed,
		next_at: next,
		running,
		failures,
	} = pull;
	return (
		<div className="grid gap-2 px-3 py-2">
			<p className="wrap-anywhere font-mono text-small">
				<bdi>{url}</bdi>
				{hasQuery ? <span className="text-muted">?…</span> : null}
			</p>
			<p>
				{mode === "replace" ? "Replaces the data" : "Appends to the data"} {whenOf(pull)}.
			</p>
			{problem === null ? null : (
				<Notice kind="bad">
					{failures === 1 ? "The last pull failed" : `The last ${failures} pulls failed`}: {asSentence(problem)}
				</Notice>
			)}
			<dl className="flex flex-wrap gap-x-6 gap-y-1 text-small">
				<Fact name="Last pull">{last === null ? "never" : <Moment iso={last} />}</Fact>
				<Fact name="Last new data">{changed === null ? "never" : <Moment iso={changed} />}</Fact>
				<Fact name={problem === null ? "Next pull" : "Next attempt"}>
					{running ? <span role="status">pulling now…</span> : <Moment iso={next} />}
				</Fact>
			</dl>
		</div>
	);
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
	return (
		<div className="flex min-w-0 gap-1.5">
			<dt className="text-muted">{name}</dt>
			<dd className="min-w-0">{children}</dd>
		</div>
	);
}

function whenOf({ every_hours: hours, daily_at: daily, time_zone: zone }: InventoryPull): string {
	if (daily !== null) return `daily at ${daily} (${zone ?? "UTC"})`;
	return hours === 1 ? "every hour" : `every ${formatPlural(hours ?? 24, "hour")}`;
}
