"use client";

import { useState } from "react";
import { standingOn } from "@/components/features/builds/standing-on";
import { useCampaign } from "@/components/features/deployments/use-campaign";
import { FormDialog } from "@/components/kit/form/form-dialog";
import { useSessionUser } from "@/components/kit/session/session-context";
import { Notice } from "@/components/kit/ui/notice";
import { PageLink } from "@/components/kit/ui/page-link";
import { useNow } from "@/components/kit/ui/relative-time";
import { describeError } from "@/lib/browser/api-error";
import { useRequestDeployment } from "@/lib/browser/deployments";
import { formatBytes, formatDate } from "@/lib/browser/format";
import { targetsQuery } from "@/lib/browser/targets";
import { useQuery } from "@/lib/browser/use-query";
import type { BuildDetail } from "@/lib/contract/build";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { DesignDetail } from "@/lib/contract/design";
import { isolate } from "@/lib/rules/text/isolate";

export interface RequestDeploymentDialogProps {
	design: DesignDetail;
	build: BuildDetail;
	/** The design's deployments, to find what the build would replace. */
	deployments: DeploymentDetail[];
	onClose: () => void;
}

/** Requests deployment of the newest build to a target. */
export function RequestDeploymentDialog({ design, build: newest, deployments, onClose }: RequestDeploymentDialogProps) {
	const now = useNow();
	// The build when the dialog opened, even if a newer one completes.
	const [build] = useState(newest);
	const { organization } = useSessionUser();
	const request = useRequestDeployment();
	const campaign = useCampaign();
	const targets = useQuery(targetsQuery());
	const accepting = targets.data?.rows.filter(({ accepts_requests }) => accepts_requests) ?? [];
	const standing = (targetId: string) => standingOn(targetId, build.id, deployments, now);
	const free = accepting.filter(({ id }) => !standing(id).blocked);
	const unavailable = targets.isPending
		? "Loading targets…"
		: accepting.length === 0
			? `No target accepts requests from your organization, ${organization.slug}.`
			: free.length === 0
				? "This build is already on every target that accepts your requests."
				: null;
	const unusable = unavailable !== null && !targets.isPending && targets.error === null;
	return (
		<FormDialog
			title={`Request deployment of ${isolate(design.name)}`}
			description={`The build of ${formatDate(build.completed_at ?? build.requested_at, now)}${
				build.size === null ? "" : `, ${formatBytes(build.size)}`
			}. It goes live after an administrator approves it.`}
			action="Request deployment"
			unavailable={unavailable}
			fields={[
				targets.error !== null && {
					kind: "own",
					render: () => (
						<Notice kind="bad" alert>
							The targets could not be loaded. {describeError(targets.error)}
						</Notice>
					),
				},
				unusable && {
					kind: "own",
					render: () => (
						<Notice kind="warn">
							{unavailable}
							{accepting.length > 0 ? null : <WhoAccepts />}
						</Notice>
					),
				},
				{
					kind: "choice",
					name: "targetId",
					label: "Target",
					value: free[0]?.id,
					options: accepting.map(({ id, name, org_name }) => {
						const { blocked, words } = standing(id);
						const label = `${isolate(name)} · ${isolate(org_name)}${blocked ? ` (${words})` : ""}`;
						return { value: id, disabled: blocked, label };
					}),
					hint: (chosen) => (chosen === "" ? undefined : standing(chosen).words),
				},
				...campaign.fields,
			]}
			saving={request}
			send={(body: { targetId: string; message: string }, then) => {
				const proposed = campaign.take();
				if (proposed !== null) request.mutate({ buildId: build.id, ...body, proposed }, then);
			}}
			done={(_, { targetId }) => {
				const name = accepting.find(({ id }) => id === targetId)?.name ?? "the target";
				return [`Deployment to ${isolate(name)} requested`, "Its administrators review it next."];
			}}
			onClose={onClose}
		/>
	);
}

/** Who can have a target accept the reader's organization. */
function WhoAccepts() {
	const { role } = useSessionUser();
	if (role === "designer") return " Ask an operator or a partner's administrator to accept it on a target.";
	return (
		<>
			{" "}
			<PageLink href="/targets" className="underline">
				Create a target, or accept it on an existing one
			</PageLink>
			.
		</>
	);
}
