import { Chip } from "@/components/kit/ui/chip";
import { AGENT_STATE, BUILD_STATUS, DEPLOYMENT_STATUS, DESIGN_STATUS, type StatusWords } from "./status-words";

const PARTS: readonly { name: string; about: string; words: Readonly<Record<string, StatusWords>> }[] = [
	{
		name: "Deployments",
		about: "What was decided. Whether an agent follows is a state of its own, further below.",
		words: DEPLOYMENT_STATUS,
	},
	{
		name: "Agents of a target",
		about: "What an agent says that it really has of a deployment.",
		words: AGENT_STATE,
	},
	{ name: "Designs", about: "Where a design stands with its newest build.", words: DESIGN_STATUS },
	{ name: "Builds", about: "One attempt to make a targeting file of a design.", words: BUILD_STATUS },
];

/** Every status of the service: how it looks, what it means, what comes next and who can move it. */
export function StatusLegend() {
	return (
		<div className="grid gap-6">
			{PARTS.map(({ name, about, words }) => (
				<section key={name} className="grid gap-2">
					<h3 className="font-medium">{name}</h3>
					<p className="text-muted text-small">{about}</p>
					<dl className="divide-y divide-line rounded-md border border-line">
						{Object.entries(words).map(([status, { word, icon, tone, means, next }]) => (
							<div key={status} className="grid gap-x-4 gap-y-1 px-3 py-2 sm:grid-cols-[9rem_minmax(0,1fr)]">
								<dt>
									<Chip tone={tone} icon={icon}>
										{word}
									</Chip>
								</dt>
								<dd>
									{means} <span className="text-muted">{next}</span>
								</dd>
							</div>
						))}
					</dl>
				</section>
			))}
		</div>
	);
}
