"use client";

import { useState } from "react";
import { toast } from "sonner";
import { useCampaign } from "@/components/features/deployments/use-campaign";
import { FormDialog } from "@/components/kit/form/form-dialog";
import { Notice } from "@/components/kit/ui/notice";
import { useNow } from "@/components/kit/ui/relative-time";
import { describeError } from "@/lib/browser/api-error";
import type { Plan } from "@/lib/browser/deployment-work";
import { deploymentsQuery, useRequestDeployment } from "@/lib/browser/deployments";
import { formatBytes, formatDate, formatPlural } from "@/lib/browser/format";
import { targetsQuery } from "@/lib/browser/targets";
import { useQuery } from "@/lib/browser/use-query";
import type { BuildListDetail } from "@/lib/contract/build";
import type { Target } from "@/lib/contract/target";
import { LIVE_STATUSES } from "@/lib/contract/transitions";
import { isolate } from "@/lib/rules/text/isolate";
import { standingOn } from "./standing-on";

const MOST = 500;

/** Requests deployment of a design's newest build to several targets, one request each. */
export function RequestSeveralDialog({ row, onClose }: { row: BuildListDetail; onClose: () => void }) {
	const now = useNow();
	const request = useRequestDeployment();
	const campaign = useCampaign();
	const targets = useQuery(targetsQuery());
	const there = useQuery(deploymentsQuery({ design_id: row.id, status: LIVE_STATUSES.join(","), limit: MOST }));
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
		<FormDialog
			title={`Request deployment of ${isolate(row.name)}`}
			description={`The build of ${formatDate(row.last_build_date, now)}, ${formatBytes(row.last_build_size)}. It goes live on each target after an administrator approves it.`}
			action="Request deployment"
			unavailable={unavailable}
			wide
			fields={[
				unavailable !== null && !loading && { kind: "own", render: () => <Notice kind="warn">{unavailable}</Notice> },
				failed.length > 0 && {
					kind: "own",
					render: () =>
						failed.map(({ id, name, why }) => (
							<Notice key={id} kind="bad" alert>
								<bdi>{name}</bdi>: {why}
							</Notice>
						)),
				},
				{
					kind: "boxes",
					name: "targets",
					label: "Targets",
					required: "Select at least one target.",
					options: accepting.map(({ id, name, org_name }) => {
						const { blocked, words } = standingOn(id, row.last_build_id, there.data?.rows ?? [], now);
						const label = (
							<>
								<bdi>{name}</bdi> · <bdi>{org_name}</bdi>
							</>
						);
						return { value: id, label, hint: words, disabled: blocked || done.includes(id) };
					}),
				},
				...campaign.fields,
			]}
			saving={{ isPending: sending, error }}
			send={(body: { targets: string[]; message: string }) => {
				const proposed = campaign.take();
				const chosen = accepting.filter(({ id }) => body.targets.includes(id));
				if (proposed !== null) void send(chosen, body.message, proposed);
			}}
			onClose={onClose}
		/>
	);
}
