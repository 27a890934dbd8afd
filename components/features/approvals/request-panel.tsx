"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ChevronDown, ChevronLeft, ChevronUp } from "lucide-react";
import { memo, type ReactNode, type Ref } from "react";
import { ApprovalsSoFar } from "@/components/features/deployments/approvals-so-far";
import { CopyId } from "@/components/kit/ui/copy-id";
import { Skeleton, StaleNotice } from "@/components/kit/ui/states";
import { previewQuery } from "@/lib/browser/preview";
import { isQuiet } from "@/lib/browser/refresh";
import { useQuery } from "@/lib/browser/use-query";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { ActivationPreview } from "@/lib/contract/preview";
import { ChangedNotice } from "./changed-notice";
import { ChecksLine } from "./checks-line";
import { ComparisonCard } from "./comparison-card";
import { RequestHead } from "./request-head";
import { RuleLine } from "./rule-line";
import { SetsCard } from "./sets-card";
import { WhereCard } from "./where-card";

export interface RequestPanelProps {
	deployment: DeploymentDetail;
	/** The request as the reader first saw it. */
	seen: DeploymentDetail;
	/** It is as a decision on this page has made it. */
	decidedHere: boolean;
	/** It was deleted while it was looked at. */
	gone: boolean;
	/** Its position in the queue, `2 of 14`. */
	position: string;
	/** Why the last decision on it was refused; null when none was. */
	refused: string | null;
	onLookedAgain: () => void;
	onNext: () => void;
	onPrevious: () => void;
	onBack: () => void;
	heading: Ref<HTMLHeadingElement>;
	conversation: ReactNode;
	/** The decision, which stays in place while the rest scrolls. */
	children: ReactNode;
}

/** One request: requester, warnings, changes, details and the decision. */
export function RequestPanel(props: RequestPanelProps) {
	const { deployment, seen, gone, refused, position, heading, onBack, onNext, onPrevious, onLookedAgain, children } =
		props;
	const { id } = deployment;
	const client = useQueryClient();
	const waits = deployment.status === "requested" && !gone;
	const {
		data: preview = null,
		error,
		refetch,
	} = useQuery({
		...previewQuery(id),
		enabled: !gone,
		// What the last decision has outdated is read together, a moment later.
		refetchOnMount: () => !isQuiet(client),
	});
	const news = (seen.revision !== deployment.revision || !waits) && !props.decidedHere;
	const changed = gone || refused !== null || news;
	return (
		<section aria-label="Request" className="flex min-h-0 grow scroll-mt-14 flex-col">
			<div className="flex min-h-0 max-w-panel grow flex-col gap-5 p-4 md:grid md:grid-cols-1 md:content-start md:p-6 lg:overflow-y-auto">
				<div className="grid grid-cols-1 gap-3 max-md:contents">
					<PhoneSteps position={position} onBack={onBack} onNext={onNext} onPrevious={onPrevious} />
					{changed ? (
						<ChangedNotice
							seen={seen}
							now={deployment}
							gone={gone}
							refused={refused}
							onNext={onNext}
							onLookAgain={onLookedAgain}
						/>
					) : null}
					<RequestHead deployment={deployment} heading={heading} />
					<ApprovalsSoFar deployment={deployment} />
					{props.conversation}
				</div>
				{preview === null || !waits ? null : <ChecksLine deployment={deployment} preview={preview} />}
				<RuleLine deployment={deployment} />
				{error !== null && preview === null ? <StaleNotice error={error} onRetry={() => void refetch()} /> : null}
				{preview === null && error === null && !gone ? (
					<CardsSkeleton type={deployment.type} />
				) : (
					<RequestCards deployment={deployment} preview={preview} />
				)}
			</div>
			{children}
		</section>
	);
}

interface PhoneStepsProps {
	position: string;
	onBack: () => void;
	onNext: () => void;
	onPrevious: () => void;
}

/** The ways on from a request where the list is not beside it. */
function PhoneSteps({ position, onBack, onNext, onPrevious }: PhoneStepsProps) {
	const step = "inline-grid size-11 place-items-center rounded-md border border-line-strong bg-surface";
	return (
		<div className="-mt-2 flex items-center gap-2 md:hidden" data-print="hidden">
			<button type="button" onClick={onBack} className="-ms-1 me-auto inline-flex min-h-11 items-center text-muted">
				<ChevronLeft aria-hidden className="size-4" />
				All requests
			</button>
			<span className="text-muted text-small">{position}</span>
			<button type="button" aria-label="Previous request" onClick={onPrevious} className={step}>
				<ChevronUp aria-hidden className="size-5" />
			</button>
			<button type="button" aria-label="Next request" onClick={onNext} className={step}>
				<ChevronDown aria-hidden className="size-5" />
			</button>
		</div>
	);
}

const CardSkeleton = () => (
	<div aria-busy="true" className="grid gap-4 rounded-md border border-line bg-surface p-3">
		<Skeleton className="w-40" />
		<Skeleton className="w-full" />
		<Skeleton className="w-60" />
	</div>
);

/** Holds the place of the cards until the number of warnings is known, to avoid a layout shift. */
const CardsSkeleton = ({ type }: Pick<DeploymentDetail, "type">) => (
	<div className="grid items-start gap-4 xl:grid-cols-2">
		<Skeleton className="h-7 w-80 rounded-full xl:col-span-2" />
		{type === "proximity" ? <Skeleton className="h-where w-full xl:col-span-2" /> : null}
		<CardSkeleton />
		<CardSkeleton />
	</div>
);

interface RequestCardsProps {
	deployment: DeploymentDetail;
	/** Null when it could not be loaded; then only the request's own data is shown. */
	preview: ActivationPreview | null;
}

/** The cards of the panel; memoized, as selecting and filtering rerender the list beside it. */
const RequestCards = memo(function RequestCards({ deployment, preview }: RequestCardsProps) {
	return (
		<>
			<div className="grid items-start gap-4 xl:grid-cols-2">
				{preview === null || preview.map === null ? null : (
					<div className="xl:col-span-2">
						<WhereCard deployment={deployment} preview={preview} map={preview.map} />
					</div>
				)}
				<ComparisonCard deployment={deployment} preview={preview} />
				{preview === null ? null : <SetsCard deployment={deployment} preview={preview} />}
			</div>
			<p className="text-muted text-small">
				Deployment <CopyId id={deployment.id} what="deployment id" />
			</p>
		</>
	);
});
