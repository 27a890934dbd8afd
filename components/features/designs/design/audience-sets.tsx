import type { DesignSet } from "@/lib/contract/design";
import { audienceSentence } from "./audience-sentence";

/** The sets of an audience design, each in words and as JSON. */
export function AudienceSets({ sets }: { sets: DesignSet[] }) {
	return (
		<ul className="divide-y divide-line">
			{sets.map((set) => (
				<li key={set.set_id} className="grid gap-1 p-3">
					<div className="flex flex-wrap items-baseline gap-x-2">
						<span className="font-medium">
							<bdi>{set.set_name}</bdi>
						</span>
						<span className="font-mono text-muted text-small">
							<bdi>{set.targeting_code}</bdi>
						</span>
					</div>
					{set.audience === null ? (
						<p className="text-warn">This set has no audience yet.</p>
					) : (
						<>
							<p>{audienceSentence(set.audience)}</p>
							<details>
								<summary className="-my-1 py-1 text-accent text-small">As JSON</summary>
								<pre className="mt-1 overflow-x-auto rounded-md bg-sunken p-2 font-mono text-small">
									{JSON.stringify(set.audience, null, 2)}
								</pre>
							</details>
						</>
					)}
				</li>
			))}
		</ul>
	);
}
