import { Chip } from "@/components/kit/ui/chip";
import { slugOf } from "@/lib/browser/slug-of";
import { deploymentFollowers, designFollowers } from "@/lib/contract/transitions";
import { READER_STATES } from "./reader-status";
import { AGENT_STATE, BUILD_STATUS, DESIGN_STATUS, READER_STATUS, type StatusWords } from "./status-words";

/** The id of a status in the legend. */
export const statusId = (part: string, word: string): string => slugOf(`status ${part} ${word}`);

interface Part {
	name: string;
	about: string;
	words: Readonly<Record<string, StatusWords>>;
	/** The contract's words of the statuses that can follow, from the transition table. */
	followers?: Readonly<Record<string, readonly string[]>>;
	/** The contract's word behind each. */
	contract?: Readonly<Record<string, string>>;
}

function followersOf<Status extends string>(
	words: Readonly<Record<Status, StatusWords>>,
	follow: (status: Status) => readonly Status[],
): Record<string, string[]> {
	const statuses = Object.keys(words) as Status[];
	return Object.fromEntries(statuses.map((status) => [status, follow(status).map((next) => words[next].word)]));
}

/** All statuses of the service, by what has them. */
export const STATUS_PARTS: readonly Part[] = [
	{
		name: "Deployments",
		about: "Whether lookups return it. The small word is the status of the API, behind the arrow what it can become.",
		words: READER_STATUS,
		contract: Object.fromEntries(READER_STATES.map((state) => [state, READER_STATUS[state].contract])),
		followers: Object.fromEntries(
			READER_STATES.map((state) => [state, deploymentFollowers(READER_STATUS[state].contract)]),
		),
	},
	{
		name: "Agents of a target",
		about: "What an agent reports about a deployment.",
		words: AGENT_STATE,
	},
	{
		name: "Designs",
		about: "The status of a design and its newest build.",
		words: DESIGN_STATUS,
		followers: followersOf(DESIGN_STATUS, designFollowers),
	},
	{ name: "Builds", about: "One attempt to build a targeting file from a design.", words: BUILD_STATUS },
];

/** All statuses of the service: look, meaning, next step, and who can take it. */
export function StatusLegend() {
	return (
		<div className="grid gap-6">
			{STATUS_PARTS.map(({ name, about, words, contract, followers }) => (
				<section key={name} className="grid gap-2">
					<h3 className="font-medium">{name}</h3>
					<p className="text-muted text-small">{about}</p>
					<dl className="divide-y divide-line rounded-md border border-line">
						{Object.entries(words).map(([status, { word, icon, tone, means, next }]) => (
							<div
								key={status}
								id={statusId(name, word)}
								tabIndex={-1}
								className="grid gap-x-4 gap-y-1 px-3 py-2 sm:grid-cols-[9rem_minmax(0,1fr)]"
							>
								<dt>
									<Chip tone={tone} icon={icon}>
										{word}
									</Chip>
								</dt>
								<dd>
									{means} <span className="text-muted">{next}</span>
									{followers?.[status]?.length ? (
										<span className="block text-muted text-small">
											{contract === undefined ? null : <span className="font-mono">{contract[status]} </span>}
											<span className="sr-only">Can become: </span>
											<span aria-hidden>→ </span>
											{followers[status].join(", ")}
										</span>
									) : null}
								</dd>
							</div>
						))}
					</dl>
				</section>
			))}
		</div>
	);
}
