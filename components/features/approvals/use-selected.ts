import { useState } from "react";
import type { DeploymentDetail } from "@/lib/contract/deployment";

/** Requests that are chosen to be decided on together, each as it was when it was chosen. */
export interface Selected {
	requests: ReadonlyMap<string, DeploymentDetail>;
	/** Why the last decision on a request was refused, by its id. */
	problems: ReadonlyMap<string, string>;
	toggle: (request: DeploymentDetail) => void;
	add: (requests: readonly DeploymentDetail[]) => void;
	/** Takes some out of the selection, with what was said of them. */
	leaveOut: (ids: readonly string[]) => void;
	clear: () => void;
	/** After a decision on all of them: those that failed stay, as they are now, with their reason. */
	keepFailures: (failures: ReadonlyMap<string, string>, now: readonly DeploymentDetail[]) => void;
}

function without<T>(map: ReadonlyMap<string, T>, ids: readonly string[]): ReadonlyMap<string, T> {
	return new Map([...map].filter(([id]) => !ids.includes(id)));
}

/** The selection outlives pages, filters and renewed rows; it ends with the page. */
export function useSelected(): Selected {
	const [requests, setRequests] = useState<ReadonlyMap<string, DeploymentDetail>>(new Map());
	const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
	return {
		requests,
		problems,
		toggle: (request) => {
			const next = new Map(requests);
			if (!next.delete(request.id)) next.set(request.id, request);
			setRequests(next);
			if (problems.has(request.id)) setProblems(without(problems, [request.id]));
		},
		leaveOut: (ids) => {
			setRequests(without(requests, ids));
			setProblems(without(problems, ids));
		},
		add: (more) => setRequests((before) => new Map([...before, ...more.map((one) => [one.id, one] as const)])),
		clear: () => {
			setRequests(new Map());
			setProblems(new Map());
		},
		keepFailures: (failures, now) => {
			setRequests((before) => {
				const kept = [...before].filter(([id]) => failures.has(id));
				return new Map(kept.map(([id, request]) => [id, now.find((row) => row.id === id) ?? request]));
			});
			setProblems(failures);
		},
	};
}
