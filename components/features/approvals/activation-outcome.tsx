"use client";

import { useQueries } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { deploymentQuery } from "@/lib/browser/deployment-work";
import { type Outcome, outcomeOfMany, outcomeWords } from "./outcome-words";

/** The longest wait for an outcome, in milliseconds; then the page shows the known part. */
const WAIT = 15_000;

export interface ActivationOutcomeProps {
	ids: readonly string[];
	/** Online agents of the target before the decision; null where unknown. */
	living: number | null;
	/** When the service had decided, on the page's clock. */
	since: number;
}

/** The outcomes of activations, as agents report them. */
export function ActivationOutcome({ ids, living, since }: ActivationOutcomeProps) {
	const found = useQueries({ queries: ids.map((id) => deploymentQuery(id)) });
	const [over, setOver] = useState(false);
	const liveAt = useRef(new Map<string, number>());
	useEffect(() => {
		const timer = setTimeout(() => setOver(true), WAIT);
		return () => clearTimeout(timer);
	}, []);
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
