import Link from "next/link";
import { Button, buttonClass } from "@/components/kit/ui/button";
import { Notice } from "@/components/kit/ui/notice";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import { Actions, type BodyProps, TEXT } from "./step-parts";

/** The newest build is to be deployed: somebody asks. */
export function RequestStep({ steps: { target, designName, accepted }, actor, onAsk }: BodyProps) {
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

/** An administrator of the target decides. */
export function ApproveStep({ steps: { deployment }, actor }: BodyProps) {
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

/** An agent of the target loads what was activated. */
export function AgentStep({ steps: { deployment, target }, actor, onAsk }: BodyProps) {
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
