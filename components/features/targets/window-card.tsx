"use client";

import { Snowflake } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/kit/ui/button";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { QueryCard } from "@/components/kit/ui/query-card";
import { useNow } from "@/components/kit/ui/relative-time";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { read } from "@/lib/browser/api";
import { useQuery } from "@/lib/browser/use-query";
import type { TargetFreeze } from "@/lib/contract/activation-window";
import { hoursWords } from "@/lib/contract/sentences/hours-words";
import type { TargetDetail } from "@/lib/contract/target";
import { freezeWords, windowLine } from "./window-words";

const HoursDialog = lazyDialog(() => import("./hours-dialog").then((module) => module.HoursDialog));
const FreezeDialog = lazyDialog(() => import("./freeze-dialog").then((module) => module.FreezeDialog));
const RemoveFreezeDialog = lazyDialog(() => import("./freeze-dialog").then((module) => module.RemoveFreezeDialog));
const DIALOGS = [HoursDialog, FreezeDialog, RemoveFreezeDialog] as const;

/** The most freezes that a target has at once. */
const MOST = 100;

/** When the target allows activations: now, its weekly hours and its freezes. */
export function WindowCard({ target }: { target: TargetDetail }) {
	useAtHand(DIALOGS);
	const freezes = useQuery(read("GET /api/targets/[target_id]/freezes", { target_id: target.id, limit: MOST }));
	const now = useNow();
	const [asked, setAsked] = useState<"hours" | "freeze" | null>(null);
	const [removing, setRemoving] = useState<TargetFreeze | null>(null);
	const close = () => setAsked(null);
	return (
		<>
			<QueryCard
				title="Activation window"
				query={freezes}
				what="The freezes"
				aside={
					<span className="flex flex-wrap gap-x-3">
						<Button variant="link" onClick={() => setAsked("hours")}>
							Set hours…
						</Button>
						<Button variant="link" onClick={() => setAsked("freeze")}>
							Add freeze…
						</Button>
					</span>
				}
			>
				{({ rows }) => {
					// The page's clock is up to a quarter of a minute behind a freeze that has just been added.
					const line =
						now === null ? null : windowLine(target.activation_hours, rows, Math.max(now, freezes.dataUpdatedAt));
					return (
						<>
							<div className="grid gap-1 p-3">
								<p className={line?.open === false ? "font-medium text-warn" : "font-medium"}>{line?.words ?? "…"}</p>
								<p className="text-muted">
									{target.activation_hours === null
										? "No weekly hours: activations are possible at any time, except during a freeze."
										: hoursWords(target.activation_hours)}
								</p>
							</div>
							{rows.length === 0 ? null : (
								<ul aria-label="Freezes" className="divide-y divide-line border-line border-t">
									{rows.map((freeze) => (
										<li key={freeze.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
											<Snowflake aria-hidden className="size-4 shrink-0 text-muted" />
											<span className="min-w-0 grow">
												<bdi>{freezeWords(freeze, now)}</bdi>
											</span>
											<Button variant="danger" onClick={() => setRemoving(freeze)}>
												Remove…
												<span className="sr-only">
													{" "}
													<bdi>{freeze.reason}</bdi>
												</span>
											</Button>
										</li>
									))}
								</ul>
							)}
						</>
					);
				}}
			</QueryCard>
			{asked === "hours" ? <HoursDialog target={target} onClose={close} /> : null}
			{asked === "freeze" ? <FreezeDialog target={target} onClose={close} /> : null}
			{removing === null ? null : (
				<RemoveFreezeDialog target={target} freeze={removing} onClose={() => setRemoving(null)} />
			)}
		</>
	);
}
