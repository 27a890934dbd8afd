import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { endWithThisProcess } from "@/verification/child-process";
import { SimulatedAgent } from "./simulated-agent";

/** Time in which the agents of a process begin, as those of a fleet are not started at once. */
const START_MS = 15_000;

/** The agents of one process, and where they follow what. */
interface Order {
	readonly url: string;
	/** Keys of the targets; agents are dealt out to them in turn. */
	readonly keys: readonly string[];
	readonly first: number;
	readonly count: number;
}

/** What the agents of a process have seen so far. */
export interface Seen {
	readonly following: number;
	readonly reports: number;
	readonly refused: number;
	/** When each had its newest desired state, by its number. */
	readonly changedAt: readonly number[];
}

/** Runs simulated agents in this process, which another one asks for what they have seen. */
export function runAgents(): void {
	let agents: readonly SimulatedAgent[] = [];
	process.on("message", (message: Order | "look") => {
		if (message !== "look") {
			agents = startAgents(message);
			return;
		}
		const seen: Seen = {
			following: agents.filter(({ isFollowing }) => isFollowing).length,
			reports: agents.reduce((sum, { reports }) => sum + reports, 0),
			refused: agents.reduce((sum, { refused }) => sum + refused, 0),
			changedAt: agents.map(({ changedAt }) => changedAt),
		};
		process.send?.(seen);
	});
}

function startAgents({ url, keys, first, count }: Order): SimulatedAgent[] {
	return Array.from({ length: count }, (_, place) => {
		const number = first + place;
		const key = keys[number % keys.length] ?? "";
		const agent = new SimulatedAgent(new URL(url), key, `agent-${number}`, `127.0.0.${2 + (number % 8)}`);
		setTimeout(() => agent.start(), (place / count) * START_MS);
		return agent;
	});
}

/** Agents in several processes of this program. */
export class Fleet {
	readonly #processes: readonly ChildProcess[];

	constructor(program: string, processes: number, { count, ...order }: Omit<Order, "first">) {
		const share = Math.ceil(count / processes);
		this.#processes = Array.from({ length: processes }, (_, place) => {
			const child = fork(program, ["--agents-of-another"]);
			endWithThisProcess(child);
			const first = place * share;
			child.send({ ...order, first, count: Math.min(share, count - first) } satisfies Order);
			return child;
		});
	}

	/** What all agents have seen so far. */
	async look(): Promise<Seen> {
		const answers = this.#processes.map(async (child) => {
			child.send("look");
			return ((await once(child, "message")) as [Seen])[0];
		});
		const all = await Promise.all(answers);
		const sum = (of: (seen: Seen) => number) => all.reduce((total, seen) => total + of(seen), 0);
		return {
			following: sum(({ following }) => following),
			reports: sum(({ reports }) => reports),
			refused: sum(({ refused }) => refused),
			changedAt: all.flatMap(({ changedAt }) => changedAt),
		};
	}

	stop(): void {
		for (const child of this.#processes) child.kill("SIGKILL");
	}
}
