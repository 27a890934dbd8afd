import { agentName } from "@/components/kit/status/agent-name";
import { Button, buttonClass } from "@/components/kit/ui/button";
import { Link } from "@/components/kit/ui/link";
import { Notice } from "@/components/kit/ui/notice";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import { isolate } from "@/lib/rules/text/isolate";
import { Actions, type BodyProps, TEXT } from "./step-parts";

/** A step for requesting a deployment of the newest build. */
export function RequestStep({ steps: { target, designName, accepted }, actor, onAsk }: BodyProps) {
	return (
		<>
			<p className={TEXT}>
				{target === null || !accepted
					? "Each deployment needs the approval of the target's administrators. Request it first."
					: `${isolate(designName ?? "the design")} is built. Request its deployment to ${isolate(target.name)}; its administrators decide.`}
			</p>
			{actor === null ? (
				<Actions>
					<Button variant="primary" onClick={() => onAsk("deployment")}>
						Request deployment…
					</Button>
				</Actions>
			) : (
				<p className="max-w-prose">
					Waiting for <bdi>{actor}</bdi>.{" "}
					<Link href={`/targets/${target?.id}`} className="rounded-sm text-accent underline">
						View accepted organizations
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
				Waiting for <bdi>{actor}</bdi>; requested <RelativeTime iso={requested_at} sentence />. This step completes
				automatically.
			</p>
		);
	}
	return (
		<>
			<p className={TEXT}>
				{permissions.activate_own
					? `Review what would be loaded on ${isolate(target)}, then activate it.`
					: `${isolate(target)} follows the four-eyes rule: another administrator must activate your request.`}
			</p>
			<Actions>
				<Link href={`/approvals?request=${id}`} className={buttonClass("primary")}>
					Open the request
				</Link>
			</Actions>
		</>
	);
}

/** A step for an agent that loads the activated deployment. */
export function AgentStep({ steps: { deployment, target }, actor, onAsk }: BodyProps) {
	const name = deployment?.target ?? "the target";
	const living = target?.overview?.agents.living ?? 0;
	const failure = deployment?.agents.find(({ state }) => state === "failed" || state === "refused");
	return (
		<>
			{failure === undefined ? null : (
				<Notice kind="bad">
					<bdi>{agentName(failure.agent)}</bdi> could not load it: {failure.error ?? "no reason was reported"}
				</Notice>
			)}
			{actor === null ? (
				<>
					<p className={TEXT}>
						{living > 0
							? `An agent of ${isolate(name)} is online and loads the file.`
							: `Run one command where lookups should be answered (this machine is fine for a trial). Done when the file is loaded.`}
					</p>
					<Actions>
						<Button variant={living > 0 ? "plain" : "primary"} onClick={() => onAsk("agent")}>
							{living > 0 ? "Another agent key…" : "Get the command…"}
						</Button>
					</Actions>
				</>
			) : (
				<p className="max-w-prose">
					Activated. The agents of <bdi>{name}</bdi> are run by <bdi>{actor}</bdi>. Done when one of them has loaded the
					file.
				</p>
			)}
		</>
	);
}
