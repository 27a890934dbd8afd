"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { toast } from "sonner";
import { standingOn } from "@/components/features/builds/standing";
import { CampaignDatesFields, useCampaignDates } from "@/components/features/deployments/campaign-dates";
import { useSessionUser } from "@/components/kit/session/session-context";
import { ActionDialog } from "@/components/kit/ui/action-dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { Notice } from "@/components/kit/ui/notice";
import { useNow } from "@/components/kit/ui/relative-time";
import { describeError } from "@/lib/browser/api-error";
import { useRequestDeployment } from "@/lib/browser/deployments";
import { formatBytes, formatDate } from "@/lib/browser/format";
import { targetsQuery } from "@/lib/browser/targets";
import type { BuildDetail } from "@/lib/contract/build";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { DesignDetail } from "@/lib/contract/design";
import { isolate } from "@/lib/rules/text/isolate";

export interface RequestDeploymentDialogProps {
	design: DesignDetail;
	build: BuildDetail;
	/** The design's deployments, to find what the build would replace. */
	deployments: DeploymentDetail[];
	open: boolean;
	onClose: () => void;
}

/** Requests deployment of the newest build to a target. */
export function RequestDeploymentDialog({
	design,
	build: newest,
	deployments,
	open,
	onClose,
}: RequestDeploymentDialogProps) {
	const now = useNow();
	// The build when the dialog opened, even if a newer one completes.
	const [build] = useState(newest);
	const [picked, setPicked] = useState<string | null>(null);
	const { role, organization } = useSessionUser();
	const request = useRequestDeployment();
	const campaign = useCampaignDates();
	const targets = useQuery({ ...targetsQuery(), enabled: open });
	const close = () => {
		request.reset();
		onClose();
	};
	const accepting = targets.data?.rows.filter(({ accepts_requests }) => accepts_requests) ?? [];
	const standing = (targetId: string) => standingOn(targetId, build.id, deployments, now);
	const free = accepting.filter(({ id }) => !standing(id).blocked);
	const target = picked ?? free[0]?.id;
	const submit = (fields: FormData) => {
		const targetId = fields.get("targetId");
		const message = fields.get("message");
		if (typeof targetId !== "string" || typeof message !== "string") return;
		const proposed = campaign.take();
		if (proposed === null) return;
		const name = accepting.find(({ id }) => id === targetId)?.name ?? "the target";
		request.mutate(
			{ buildId: build.id, targetId, message, proposed },
			{
				onSuccess: () => {
					toast.success(`Deployment to ${isolate(name)} requested`, {
						description: "Its administrators review it next.",
					});
					close();
				},
			},
		);
	};
	const unavailable = targets.isPending
		? "Loading targets…"
		: accepting.length === 0
			? `No target accepts requests from your organization, ${organization.slug}.`
			: free.length === 0
				? "This build is already on every target that accepts your requests."
				: null;
	return (
		<ActionDialog
			open={open}
			onOpenChange={(next) => next || close()}
			title={`Request deployment of ${isolate(design.name)}`}
			description={`The build of ${formatDate(build.completed_at ?? build.requested_at, now)}${
				build.size === null ? "" : `, ${formatBytes(build.size)}`
			}. It goes live after an administrator approves it.`}
			action="Request deployment"
			pending={request.isPending}
			error={request.error}
			unavailable={unavailable}
			onSubmit={submit}
		>
			{targets.error === null ? null : (
				<Notice kind="bad" alert>
					The targets could not be loaded. {describeError(targets.error)}
				</Notice>
			)}
			{unavailable !== null && !targets.isPending && targets.error === null ? (
				<Notice kind="warn">
					{unavailable}
					{accepting.length > 0 ? null : role === "designer" ? (
						" Ask an operator or a partner's administrator to accept it on a target."
					) : (
						<>
							{" "}
							<Link href="/targets" className="underline">
								Create a target, or accept it on an existing one
							</Link>
							.
						</>
					)}
				</Notice>
			) : null}
			<Field label="Target" hint={target === undefined ? undefined : standing(target).words}>
				{(control) => (
					<select
						{...control}
						name="targetId"
						value={target ?? ""}
						onChange={(event) => setPicked(event.target.value)}
						className={controlClass()}
					>
						{accepting.map(({ id, name, org_name }) => {
							const { blocked, words } = standing(id);
							return (
								<option key={id} value={id} disabled={blocked}>
									{isolate(name)} · {isolate(org_name)}
									{blocked ? ` (${words})` : ""}
								</option>
							);
						})}
					</select>
				)}
			</Field>
			<CampaignDatesFields dates={campaign.dates} onChange={campaign.change} />
			<Field label="Message" optional hint="Shown to the approvers.">
				{(control) => <textarea {...control} name="message" rows={3} maxLength={2_000} className={controlClass()} />}
			</Field>
		</ActionDialog>
	);
}
