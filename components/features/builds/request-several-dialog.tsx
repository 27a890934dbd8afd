"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { CampaignDatesFields, useCampaignDates } from "@/components/features/deployments/campaign-dates";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { controlClass, Field, FieldGroup } from "@/components/kit/ui/field";
import { Notice } from "@/components/kit/ui/notice";
import { useNow } from "@/components/kit/ui/relative-time";
import { describeError } from "@/lib/browser/api-error";
import type { Plan } from "@/lib/browser/deployment-work";
import { deploymentsQuery, useRequestDeployment } from "@/lib/browser/deployments";
import { formatBytes, formatDate, formatPlural } from "@/lib/browser/format";
import { targetsQuery } from "@/lib/browser/targets";
import type { BuildListDetail } from "@/lib/contract/build";
import type { Target } from "@/lib/contract/target";
import { LIVE_STATUSES } from "@/lib/contract/transitions";
import { isolate } from "@/lib/rules/text/isolate";
import { standingOn } from "./standing";

const MOST = 500;

/** Requests deployment of a design's newest build to several targets, one request each. */
export function RequestSeveralDialog({ row, onClose }: { row: BuildListDetail; onClose: () => void }) {
	const now = useNow();
	const request = useRequestDeployment();
	const campaign = useCampaignDates();
	const targets = useQuery(targetsQuery());
	const there = useQuery(deploymentsQuery({ design_id: row.id, status: LIVE_STATUSES.join(","), limit: MOST }));
	const [problem, setProblem] = useState<string | null>(null);
	const [done, setDone] = useState<readonly string[]>([]);
	const [failed, setFailed] = useState<readonly { id: string; name: string; why: string }[]>([]);
	const [sending, setSending] = useState(false);
	const accepting = targets.data?.rows.filter(({ accepts_requests }) => accepts_requests) ?? [];
	const loading = targets.isPending || there.isPending;
	const error = targets.error ?? there.error;
	const unavailable = loading
		? "Loading deployments…"
		: !row.permissions.request_deployment
			? "Only its owner's organization and people it is shared with can request deployment."
			: accepting.length === 0
				? "No target accepts requests from your organization."
				: null;
	const send = async (chosen: readonly Target[], message: string, proposed: Plan) => {
		setSending(true);
		const refused: { id: string; name: string; why: string }[] = [];
		const sent: string[] = [];
		for (const { id, name } of chosen) {
			try {
				await request.mutateAsync({ buildId: row.last_build_id, targetId: id, message, proposed });
				sent.push(id);
			} catch (cause) {
				refused.push({ id, name, why: describeError(cause) });
			}
		}
		setSending(false);
		setDone([...done, ...sent]);
		setFailed(refused);
		if (sent.length > 0) toast.success(`Deployment to ${formatPlural(sent.length, "target")} requested`);
		if (refused.length === 0) onClose();
	};
	return (
		<ActionDialog
			open
			onOpenChange={(open) => open || onClose()}
			title={`Request deployment of ${isolate(row.name)}`}
			description={`The build of ${formatDate(row.last_build_date, now)}, ${formatBytes(row.last_build_size)}. It goes live on each target after an administrator approves it.`}
			action="Request deployment"
			pending={sending}
			error={error}
			unavailable={unavailable}
			wide
			onSubmit={(fields) => {
				const chosen = accepting.filter(({ id }) => fields.getAll("targets").includes(id));
				setProblem(chosen.length === 0 ? "Select at least one target." : null);
				const proposed = campaign.take();
				if (chosen.length > 0 && proposed !== null) {
					void send(chosen, String(fields.get("message") ?? ""), proposed);
				}
			}}
		>
			{unavailable !== null && !loading ? <Notice kind="warn">{unavailable}</Notice> : null}
			{failed.map(({ id, name, why }) => (
				<Notice key={id} kind="bad" alert>
					<bdi>{name}</bdi>: {why}
				</Notice>
			))}
			<FieldGroup legend="Targets" error={problem}>
				{(control) =>
					accepting.map((target) => {
						const { blocked, words } = standingOn(target.id, row.last_build_id, there.data?.rows ?? [], now);
						return (
							<label key={target.id} className="flex items-start gap-2">
								<input
									{...control}
									type="checkbox"
									name="targets"
									value={target.id}
									disabled={blocked || done.includes(target.id)}
									className="mt-0.5 size-4 shrink-0 accent-accent"
								/>
								<span>
									<bdi>{target.name}</bdi> · <bdi>{target.org_name}</bdi>
									<span className="block text-muted text-small">{words}</span>
								</span>
							</label>
						);
					})
				}
			</FieldGroup>
			<CampaignDatesFields dates={campaign.dates} onChange={campaign.change} />
			<Field label="Message" optional hint="Shown to the approvers.">
				{(control) => <textarea {...control} name="message" rows={3} maxLength={2_000} className={controlClass()} />}
			</Field>
		</ActionDialog>
	);
}
