import { FileDown } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { useSessionUser } from "@/components/shell/session-context";
import { Button, buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { RelativeTime } from "@/components/ui/relative-time";
import { describeError } from "@/lib/client/api-error";
import type { Asked } from "./asked-dialog";
import type { FirstSteps, StepName } from "./first-steps";
import { PointStep } from "./point-step";
import { SAMPLE_LIST, useSamplePlaces } from "./use-sample-places";

export interface StepBodyProps {
	step: StepName;
	steps: FirstSteps;
	/** Who takes the step where it is not the reader. */
	actor: string | null;
	onAsk: (asked: Asked) => void;
}

type BodyProps = Omit<StepBodyProps, "step">;

/** What the next step is for, and how to take it. */
export function StepBody({ step, ...props }: StepBodyProps) {
	const Body = BODIES[step];
	return <Body {...props} />;
}

const TEXT = "max-w-prose text-muted";

function Actions({ children }: { children: ReactNode }) {
	return <div className="flex flex-wrap items-center gap-2">{children}</div>;
}

function PlacesStep({ steps: { design }, onAsk }: BodyProps) {
	const sample = useSamplePlaces();
	if (design !== null && design.design_size === 0) {
		return (
			<>
				<p className={TEXT}>{design.name} has no places yet: draw them on the map, or import a list.</p>
				<Actions>
					<Link href={`/designs/${design.id}/edit`} className={buttonClass("primary")}>
						Add places to {design.name}
					</Link>
				</Actions>
			</>
		);
	}
	return (
		<>
			<p className={TEXT}>
				A design names what a campaign reaches. Bring a list (CSV with latitude, longitude and, if you like, radius and
				name; or GeoJSON), or try it with 39 public landmarks of Berlin.
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
				<Button onClick={() => onAsk("design")}>Bring your own places…</Button>
				<a href={SAMPLE_LIST} download className={buttonClass("quiet")}>
					<FileDown aria-hidden className="size-4" />
					The sample list
				</a>
			</Actions>
		</>
	);
}

function BuildStep({ steps: { design, building }, onAsk }: BodyProps) {
	if (design === null) return null;
	if (building) return <p className={TEXT}>{design.name} is being built. It is ticked by itself, mostly in seconds.</p>;
	const problem = design.status === "rejected" || design.status === "failed" ? design.status_reason : null;
	return (
		<>
			{problem === null ? null : (
				<Notice kind="bad">
					The last build came to nothing: {problem}{" "}
					<Link href={`/designs/${design.id}`} className="underline">
						Open {design.name}
					</Link>
				</Notice>
			)}
			<p className={TEXT}>A build turns the places of {design.name} into the file that agents load.</p>
			<Actions>
				<Button
					variant="primary"
					unavailable={
						design.permissions.request_build
							? null
							: (design.frozen?.reason ?? "Only those who may edit the design request its builds.")
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
			{building && design !== null ? <p className="text-muted">{design.name} is being built meanwhile.</p> : null}
			<p className={TEXT}>A target stands for a partner's software, whose agents load the files and answer lookups.</p>
			{actor === null ? (
				<Actions>
					<Button variant="primary" onClick={() => onAsk("target")}>
						New target…
					</Button>
				</Actions>
			) : (
				<p className="max-w-prose">
					None accepts requests of {organization.name} yet. Ask {actor}, to add your organisation's slug{" "}
					<code className="font-mono">{organization.slug}</code> to the accepted organisations of a target.
				</p>
			)}
		</>
	);
}

function RequestStep({ steps: { target, designName, accepted }, actor, onAsk }: BodyProps) {
	return (
		<>
			<p className={TEXT}>
				{target === null || !accepted
					? "Nothing goes live without a decision of the target's administrators: it is asked for."
					: `${designName} is built. Ask for its deployment to ${target.name}; its administrators decide.`}
			</p>
			{actor === null ? (
				<Actions>
					<Button variant="primary" onClick={() => onAsk("deployment")}>
						Request deployment…
					</Button>
				</Actions>
			) : (
				<p className="max-w-prose">
					Waits for {actor}.{" "}
					<Link href={`/targets/${target?.id}`} className="rounded-sm text-accent underline">
						See which it accepts
					</Link>
				</p>
			)}
		</>
	);
}

function ApproveStep({ steps: { deployment }, actor }: BodyProps) {
	if (deployment === null) return null;
	const { id, permissions, target, requested_at } = deployment;
	if (actor !== null) {
		return (
			<p className="max-w-prose">
				Waits for {actor} since <RelativeTime iso={requested_at} />. It is ticked by itself.
			</p>
		);
	}
	return (
		<>
			<p className={TEXT}>
				{permissions.activate_own
					? `Look at what would be loaded on ${target}, then activate it.`
					: `${target} wants four eyes: another administrator activates what you requested.`}
			</p>
			<Actions>
				<Link href={`/approvals?request=${id}`} className={buttonClass("primary")}>
					Open the request
				</Link>
			</Actions>
		</>
	);
}

function AgentStep({ steps: { deployment, target }, actor, onAsk }: BodyProps) {
	const name = deployment?.target ?? "the target";
	const living = target?.overview?.agents.living ?? 0;
	const failure = deployment?.agents.find(({ state }) => state === "failed" || state === "refused");
	return (
		<>
			{failure === undefined ? null : (
				<Notice kind="bad">
					{failure.agent} could not load it: {failure.error ?? "it did not say why"}
				</Notice>
			)}
			{actor === null ? (
				<>
					<p className={TEXT}>
						{living > 0
							? `An agent of ${name} is there and loads the file.`
							: `Run one command on the machine that shall answer, this one for a trial. The step is ticked once the agent has loaded the file.`}
					</p>
					<Actions>
						<Button variant={living > 0 ? "plain" : "primary"} onClick={() => onAsk("agent")}>
							{living > 0 ? "Another agent key…" : "Get the command…"}
						</Button>
					</Actions>
				</>
			) : (
				<p className="max-w-prose">
					Activated. The agents of {name} are run by {actor}; the step is ticked once one of them has loaded the file.
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
