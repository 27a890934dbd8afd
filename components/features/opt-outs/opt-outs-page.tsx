"use client";

import { useState } from "react";
import { toast } from "sonner";
import { agentName } from "@/components/kit/status/agent-name";
import { Button } from "@/components/kit/ui/button";
import { Bytes } from "@/components/kit/ui/bytes";
import { Card } from "@/components/kit/ui/card";
import { Figure } from "@/components/kit/ui/figure";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { Link } from "@/components/kit/ui/link";
import { Notice } from "@/components/kit/ui/notice";
import { PageHeader } from "@/components/kit/ui/page-header";
import { PersonName } from "@/components/kit/ui/person-name";
import { Moment, RelativeTime } from "@/components/kit/ui/relative-time";
import { EmptyState, ErrorState, Skeleton, StaleNotice } from "@/components/kit/ui/states";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { useSend } from "@/lib/browser/api";
import { describeError } from "@/lib/browser/api-error";
import { formatCount, formatPlural } from "@/lib/browser/format";
import { type OptOutChange, optOutsQuery } from "@/lib/browser/opt-outs";
import { useQuery } from "@/lib/browser/use-query";
import type { OptOuts } from "@/lib/contract/opt-outs";

const ChangeDialog = lazyDialog(() => import("./change-dialog").then((module) => module.ChangeDialog));
const DIALOGS = [ChangeDialog] as const;

/** The list of opt-outs: how long it is, who changed it, and which agents apply it. */
export function OptOutsPage() {
	useAtHand(DIALOGS);
	const query = useQuery(optOutsQuery());
	const [change, setChange] = useState<OptOutChange | null>(null);
	const list = query.data;
	return (
		<>
			<PageHeader
				title="Opt-outs"
				summary={list === undefined ? "…" : formatPlural(list.id_count, "device id")}
				actions={
					<>
						<Button variant="primary" onClick={() => setChange("add")}>
							Add…
						</Button>
						<Button onClick={() => setChange("remove")}>Remove…</Button>
						<Button onClick={() => setChange("replace")}>Replace…</Button>
						<Button onClick={() => setChange("erase")}>Erase devices…</Button>
					</>
				}
			/>
			<div className="min-h-0 grow lg:overflow-auto">
				{list !== undefined ? (
					<>
						{query.error === null ? null : (
							<StaleNotice error={query.error} updatedAt={query.dataUpdatedAt} onRetry={query.refetch} />
						)}
						<RestoredNotice list={list} />
						<div className="grid max-w-page items-start gap-4 p-4 md:p-6 lg:grid-cols-2">
							<ListCard list={list} />
							<AgentsCard list={list} />
						</div>
					</>
				) : query.error === null ? (
					<div className="grid gap-3 p-4 md:p-6" aria-busy="true">
						<Skeleton className="w-60" />
						<Skeleton className="w-40" />
					</div>
				) : (
					<ErrorState error={query.error} what="The list of opt-outs" onRetry={query.refetch} />
				)}
			</div>
			{list === undefined || change === null ? null : (
				<ChangeDialog change={change} count={list.id_count} onClose={() => setChange(null)} />
			)}
		</>
	);
}

/** After a restore: which list applies, with the button that confirms it; else nothing. */
function RestoredNotice({ list }: { list: OptOuts }) {
	const confirm = useSend("POST /api/opt-outs/confirmation");
	if (list.unconfirmed_since === null) return null;
	const run = () =>
		confirm.mutate(
			{},
			{
				onSuccess: () => toast.success("Confirmed: agents apply this list alone"),
				onError: (error) => toast.error(describeError(error)),
			},
		);
	return (
		<div className="px-4 pt-4 md:px-6">
			<Notice kind="warn">
				<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
					<p>
						This list was restored from an archive on <Moment iso={list.unconfirmed_since} />. Agents that had a newer
						one keep it beside this one, so that who has opted out since stays out. Add the ids that are missing here,
						then confirm.
					</p>
					<Button pending={confirm.isPending} onClick={run}>
						Confirm this list
					</Button>
				</div>
			</Notice>
		</div>
	);
}

function ListCard({ list }: { list: OptOuts }) {
	const { id_count, revision, size, changed_at, changed_by, changed_by_person } = list;
	return (
		<Card title="List">
			{revision === 0 ? (
				<EmptyState inCard title="No device has opted out">
					Add device ids from a file. No audience contains them from then on, and agents stop answering them within a
					minute.
				</EmptyState>
			) : (
				<div className="grid gap-3 p-3">
					<dl className="grid gap-3 sm:grid-cols-2">
						<Figure
							label="Device ids"
							value={formatCount(id_count)}
							about={
								<>
									<Bytes value={size} /> of memory on each agent
								</>
							}
						/>
						<Figure
							label="Changed"
							value={changed_at === null ? "never" : <RelativeTime iso={changed_at} />}
							about={
								<>
									{changed_by === null ? null : (
										<>
											by <PersonName avatar={false} name={changed_by_person?.name ?? null} email={changed_by} />,{" "}
										</>
									)}
									revision {formatCount(revision)}
								</>
							}
						/>
					</dl>
					<p className="text-muted">
						Only hashes of the ids are kept, so the list cannot be shown or downloaded. To check the rest of a list,
						upload it again: the result says how many ids are new.
					</p>
				</div>
			)}
		</Card>
	);
}

function AgentsCard({ list }: { list: OptOuts }) {
	const { agents, behind } = list;
	return (
		<Card title="Agents">
			{agents.online === 0 ? (
				<EmptyState inCard title="No agents online">
					Agents load the list as soon as they are online again.
				</EmptyState>
			) : (
				<div className="grid gap-3 p-3">
					<p>
						{agents.current === agents.online
							? agents.online === 1
								? "On the agent that is online"
								: `On all ${formatCount(agents.online)} agents online`
							: `On ${formatCount(agents.current)} of ${formatPlural(agents.online, "agent")} online`}
					</p>
					{behind.length === 0 ? null : (
						<ul aria-label="Agents without this revision" className="grid gap-2">
							{behind.map((agent) => (
								<li key={`${agent.target_id} ${agent.instance_id}`} className="flex flex-wrap gap-x-2 gap-y-1">
									<span className="wrap-anywhere font-mono">{agentName(agent.instance_id)}</span>
									<Link
										href={`/targets/${agent.target_id}`}
										className="inline-block min-h-6 rounded-sm text-accent underline"
									>
										<bdi>{agent.target_name}</bdi>
									</Link>
									<span className={agent.error !== null || !agent.knows_opt_outs ? "text-bad" : "text-warn"}>
										{behindWords(agent)}
									</span>
								</li>
							))}
						</ul>
					)}
				</div>
			)}
		</Card>
	);
}

function behindWords({ knows_opt_outs, version, error }: OptOuts["behind"][number]): string {
	if (!knows_opt_outs) return `version ${version} does not apply opt-outs: update the agent`;
	return error === null ? "loading" : `could not load it: ${error}`;
}
