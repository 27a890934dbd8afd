import { useQueryClient } from "@tanstack/react-query";
import type { Dispatch } from "react";
import { toast } from "sonner";
import { useSend } from "@/lib/browser/api";
import { describeError } from "@/lib/browser/api-error";
import { deploymentQuery, pinned, UNDO, useBulk, useSchedule } from "@/lib/browser/deployment-work";
import { formatDate, formatPlural } from "@/lib/browser/format";
import { keyOf } from "@/lib/browser/refresh";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { isolate } from "@/lib/rules/text/isolate";
import type { QueueEvent, UndoableDecision } from "./queue-types";

const TIME_TO_READ = 20_000;
const NO_PLAN = { activate_at: null, deactivate_at: null };

export const nameOf = ({ design_name, target }: DeploymentDetail) => `${isolate(design_name)} on ${isolate(target)}`;

/** The label of the way back from a decision. */
export function undoWords({ action, requests }: UndoableDecision): string {
	if (action === "tag") return "Undo tags";
	return requests.length > 1 ? `Undo ${requests.length} decisions` : "Undo";
}

/**
 * Takes back a decision made here: its requests are pending again, each at its place. Requests that
 * have changed since stay as they are, and the page names them.
 */
export function useTakeBack(dispatch: Dispatch<QueueEvent>, open: (id: string) => void) {
	const client = useQueryClient();
	const undo = useSend(UNDO, { quick: true });
	const bulk = useBulk();
	const schedule = useSchedule();
	const after = (request: DeploymentDetail) => ({ ...request, revision: request.revision + 1 });

	/** A request that was only scheduled is not decided yet: its schedule is removed. */
	const restore = (request: DeploymentDetail, isScheduled: boolean) =>
		isScheduled
			? schedule.mutateAsync({ deployment: after(request), plan: NO_PLAN })
			: undo.mutateAsync(pinned(after(request)));

	const one = async (request: DeploymentDetail, isScheduled: boolean) => {
		const back = await restore(request, isScheduled);
		client.setQueryData(deploymentQuery(back.id).queryKey, back);
		dispatch({ type: "undone", requests: [back] });
		open(back.id);
		const replaces = isScheduled ? null : request.replaces;
		toast.success(`Undone: ${nameOf(request)} is pending again`, {
			description:
				replaces === null ? undefined : `The build of ${formatDate(replaces.build_date, Date.now())} is active again.`,
		});
	};
	const many = async (requests: readonly DeploymentDetail[], scheduled: readonly string[]) => {
		const decided = requests.filter(({ id }) => !scheduled.includes(id));
		const { outcomes } =
			decided.length === 0
				? { outcomes: [] }
				: await bulk.mutateAsync({ action: "undo", deployments: decided.map(after) });
		const back = outcomes.flatMap((outcome) => {
			const request = requests.find(({ id }) => id === outcome.id);
			return outcome.ok && request !== undefined
				? [{ ...request, revision: outcome.revision ?? request.revision }]
				: [];
		});
		const problems = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.message]));
		for (const request of requests.filter(({ id }) => scheduled.includes(id))) {
			await restore(request, true).then(
				(restored) => back.push(restored),
				(error: unknown) => problems.push(describeError(error)),
			);
		}
		dispatch({ type: "undone", requests: back });
		const words = `Undone: ${formatPlural(back.length, "request is", "requests are")} pending again`;
		if (problems.length === 0) toast.success(words);
		else toast.warning(`${words}, ${problems.length} not`, { description: problems[0], duration: TIME_TO_READ });
	};
	/** Each gets its own earlier tags back, those with the same ones together. */
	const retag = async (requests: readonly DeploymentDetail[]) => {
		const groups = Map.groupBy(requests, ({ tags }) => tags);
		for (const [tags, group] of groups) {
			const list = tags === "" ? [] : tags.split(",");
			const sent = group.map(after);
			for (const { id, revision } of sent) dispatch({ type: "ownChange", id, revision });
			const { failed } = await bulk.mutateAsync({ action: "tag", deployments: sent, tags: list });
			if (failed > 0) toast.warning(`${formatPlural(failed, "request has", "requests have")} changed since: tags stay`);
		}
		toast.success("Undone: the previous tags are back");
	};
	return async ({ action, requests, scheduled = [] }: UndoableDecision) => {
		dispatch({ type: "undoEnded" });
		const [first] = requests;
		if (first === undefined) return;
		toast.dismiss(toastOf(requests));
		try {
			if (action === "tag") await retag(requests);
			else if (requests.length === 1) await one(first, scheduled.includes(first.id));
			else await many(requests, scheduled);
		} catch (error) {
			void client.invalidateQueries({ queryKey: keyOf("deployments") });
			const what = requests.length === 1 ? nameOf(first) : formatPlural(requests.length, "request");
			toast.error(`Not undone: ${what}`, { description: describeError(error), duration: TIME_TO_READ });
		}
	};
}

/** Names the toast that offers to take back a decision. */
export const toastOf = (requests: readonly DeploymentDetail[]) => `decided ${requests.map(({ id }) => id).join(" ")}`;
