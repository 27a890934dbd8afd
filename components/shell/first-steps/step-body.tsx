import { FileDown } from "lucide-react";
import { useSessionUser } from "@/components/kit/session/session-context";
import { Button, buttonClass } from "@/components/kit/ui/button";
import { Link } from "@/components/kit/ui/link";
import { Notice } from "@/components/kit/ui/notice";
import { describeError } from "@/lib/browser/api-error";
import { servicePath } from "@/lib/browser/service-path";
import { isolate } from "@/lib/rules/text/isolate";
import { AgentStep, ApproveStep, RequestStep } from "./deployment-steps";
import type { StepName } from "./first-steps";
import { PointStep } from "./point-step";
import { Actions, type BodyProps, TEXT } from "./step-parts";
import { SAMPLE_LIST, useSamplePlaces } from "./use-sample-places";

/** What the next step is for, and how to take it. */
export function StepBody({ step, ...props }: BodyProps & { step: StepName }) {
	const Body = BODIES[step];
	return <Body {...props} />;
}

function PlacesStep({ steps: { design }, onAsk }: BodyProps) {
	const sample = useSamplePlaces();
	const { organization } = useSessionUser();
	if (design !== null && design.design_size === 0) {
		return (
			<>
				<p className={TEXT}>
					<bdi>{design.name}</bdi> has no places yet: draw them on the map, or import a list.
				</p>
				<Actions>
					<Link href={`/designs/${design.id}/edit`} className={buttonClass("primary")}>
						Add places to <bdi>{design.name}</bdi>
					</Link>
				</Actions>
			</>
		);
	}
	return (
		<>
			<p className={TEXT}>
				A design defines what a campaign reaches. Import a list (CSV with latitude, longitude and, optionally, radius
				and name; or GeoJSON), or try 39 public landmarks of Berlin.{" "}
				{organization.membersSee === "all"
					? `Everyone in ${isolate(organization.name)} can view it.`
					: `Only you and the administrators of ${isolate(organization.name)} can view it until you share it.`}
			</p>
			{sample.error === null ? null : (
				<Notice kind="bad" alert>
					{describeError(sample.error)}
				</Notice>
			)}
			<Actions>
				<Button variant="primary" pending={sample.isPending} onClick={() => sample.mutate()}>
					Start from sample places
				</Button>
				<Button onClick={() => onAsk("design")}>Use your own places…</Button>
				<a href={servicePath(SAMPLE_LIST)} download className={buttonClass("quiet")}>
					<FileDown aria-hidden className="size-4" />
					Download the sample list
				</a>
			</Actions>
		</>
	);
}

function BuildStep({ steps: { design, building }, onAsk }: BodyProps) {
	if (design === null) return null;
	if (building)
		return (
			<p className={TEXT}>
				<bdi>{design.name}</bdi> is being built. This usually takes a few seconds.
			</p>
		);
	const problem = design.status === "rejected" || design.status === "failed" ? design.status_reason : null;
	return (
		<>
			{problem === null ? null : (
				<Notice kind="bad">
					The last build failed: {problem}{" "}
					<Link href={`/designs/${design.id}`} className="underline">
						Open <bdi>{design.name}</bdi>
					</Link>
				</Notice>
			)}
			<p className={TEXT}>
				A build turns the places of <bdi>{design.name}</bdi> into the file that agents load.
			</p>
			<Actions>
				<Button
					variant="primary"
					unavailable={
						design.permissions.request_build
							? null
							: (design.frozen?.reason ?? "Only people who can edit the design can request builds.")
					}
					onClick={() => onAsk("build")}
				>
					Request build…
				</Button>
			</Actions>
		</>
	);
}

function TargetStep({ steps: { building, design }, actor, onAsk }: BodyProps) {
	const { organization } = useSessionUser();
	return (
		<>
			{building && design !== null ? (
				<p className="text-muted">
					<bdi>{design.name}</bdi> is being built meanwhile.
				</p>
			) : null}
			<p className={TEXT}>A target is a partner's software. Its agents load the files and answer lookups.</p>
			{actor === null ? (
				<Actions>
					<Button variant="primary" onClick={() => onAsk("target")}>
						New target…
					</Button>
				</Actions>
			) : (
				<p className="max-w-prose">
					No target accepts requests from <bdi>{organization.name}</bdi> yet. Ask <bdi>{actor}</bdi> to add your
					organization's slug <code className="font-mono">{organization.slug}</code> to the accepted organizations of a
					target.
				</p>
			)}
		</>
	);
}

const BODIES = {
	places: PlacesStep,
	build: BuildStep,
	target: TargetStep,
	request: RequestStep,
	approve: ApproveStep,
	agent: AgentStep,
	point: PointStep,
} as const;
