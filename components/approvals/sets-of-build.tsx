import { Card } from "@/components/ui/card";
import { formatPlural } from "@/lib/client/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";

/** The sets of the build, with the codes that lookups will answer. */
export function SetsOfBuild({ deployment }: { deployment: DeploymentDetail }) {
	const { sets } = deployment;
	return (
		<Card title={`${formatPlural(sets.length, "set")}, and what lookups answer`}>
			<ul className="max-h-map divide-y divide-line overflow-y-auto">
				{sets.map(({ set_id, set_name, targeting_code }) => (
					<li key={set_id} className="flex flex-wrap justify-between gap-x-4 px-3 py-1.5">
						<span>{set_name}</span>
						<span className="font-mono text-muted text-small">{targeting_code}</span>
					</li>
				))}
			</ul>
		</Card>
	);
}
