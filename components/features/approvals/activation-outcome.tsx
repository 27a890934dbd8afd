"use client";

import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { deploymentQuery } from "@/lib/browser/deployment-work";
import { type Outcome, outcomeOfMany, outcomeWords } from "./outcome-words";

/** The longest wait for an outcome, in milliseconds; then the page shows the known part. */
const WAIT = 15_000;

export interface ActivationOutcomeProps {
	ids: readonly string[];
	/** Online agents of the target before the decision, and those that load it; null where unknown. */
	agents: { living: number; taking: number } | null;
	/** When the service had decided, on the page's clock. */
	since: number;
}

/** The outcomes of activations, as agents report them. */
export function ActivationOutcome({ ids, agents, since }: ActivationOutcomeProps) {
	const living = agents?.living ?? null;
	// Agents that load it report within seconds: until then there is nothing to read.
	const isAwaited = (agents?.taking ?? 0) > 0;
	const found = useQueries({ queries: ids.map((id) => ({ ...deploymentQuery(id), refetchOnMount: !isAwaited })) });
	const [over, setOver] = useState(false);
	const liveAt = useRef(new Map<string, number>());
	const client = useQueryClient();
	useEffect(() => {
		const timer = setTimeout(() => {
			setOver(true);
			if (isAwaited) for (const id of ids) void client.refetchQueries({ queryKey: deploymentQuery(id).queryKey });
		}, WAIT);
		return () => clearTimeout(timer);
	}, [client, ids, isAwaited]);
	const outcomes = found.map(({ data, dataUpdatedAt }, place): Outcome => {
		const id = ids[place] ?? "";
		const words = (at: number) => outcomeWords(data, { living, seconds: Math.max(0, at - since) / 1_000, over });
		const outcome = words(liveAt.current.get(id) ?? dataUpdatedAt);
		if (outcome.state === "live" && !liveAt.current.has(id)) liveAt.current.set(id, dataUpdatedAt);
		return outcome;
	});
	const [only] = outcomes;
	return <span>{outcomes.length === 1 && only !== undefined ? only.words : outcomeOfMany(outcomes)}</span>;
}
