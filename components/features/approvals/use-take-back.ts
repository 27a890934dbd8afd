import { useQueryClient } from "@tanstack/react-query";
import type { Dispatch } from "react";
import { toast } from "sonner";
import { describeError } from "@/lib/browser/api-error";
import { useBulk, useUndoDecision } from "@/lib/browser/deployment-work";
import { formatDate, formatPlural } from "@/lib/browser/format";
import { deploymentKeys } from "@/lib/browser/query-keys";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { isolate } from "@/lib/rules/text/isolate";
import type { QueueEvent, UndoableDecision } from "./queue-types";

const TIME_TO_READ = 20_000;

export const nameOf = ({ design_name, target }: DeploymentDetail) => `${isolate(design_name)} on ${isolate(target)}`;

/** The label of the way back from a decision. */
export function undoWords({ action, requests }: UndoableDecision): string {
	const [only] = requests;
	if (action === "tag") return "Undo: restore the previous tags";
	if (requests.length > 1) return `Undo: put ${formatPlural(requests.length, "request")} back`;
	return `Undo: put ${isolate(only?.design_name ?? "")} back`;
}

/**
 * Takes back a decision made here: its requests are pending again, each at its place. What has
 * changed since stays as it is, and the reader is told.
 */
export function useTakeBack(dispatch: Dispatch<QueueEvent>, open: (id: string) => void) {
	const client = useQueryClient();
	const undo = useUndoDecision();
	const bulk = useBulk();
	const after = (request: DeploymentDetail) => ({ ...request, revision: request.revision + 1 });

	const one = async (request: DeploymentDetail) => {
		const back = await undo.mutateAsync(after(request));
		client.setQueryData(deploymentKeys.detail(back.id), back);
		dispatch({ type: "undone", requests: [back] });
		open(back.id);
		const { replaces } = request;
		toast.success(`Undone: ${nameOf(request)} is pending again`, {
			description:
				replaces === null ? undefined : `The build of ${formatDate(replaces.build_date, Date.now())} is active again.`,
		});
	};
	const many = async (requests: readonly DeploymentDetail[]) => {
		const { outcomes, failed } = await bulk.mutateAsync({ action: "undo", deployments: requests.map(after) });
		const back = outcomes.flatMap((outcome) => {
			const request = requests.find(({ id }) => id === outcome.id);
			return outcome.ok && request !== undefined
				? [{ ...request, revision: outcome.revision ?? request.revision }]
				: [];
		});
		dispatch({ type: "undone", requests: back });
		const words = `Undone: ${formatPlural(back.length, "request is", "requests are")} pending again`;
		if (failed === 0) toast.success(words);
		else {
			const [first] = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.message]));
			toast.warning(`${words}, ${failed} not`, { description: first, duration: TIME_TO_READ });
		}
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
	return async ({ action, requests }: UndoableDecision) => {
		dispatch({ type: "undoEnded" });
		const [first] = requests;
		if (first === undefined) return;
		toast.dismiss(toastOf(requests));
		try {
			if (action === "tag") await retag(requests);
			else if (requests.length === 1) await one(first);
			else await many(requests);
		} catch (error) {
			void client.invalidateQueries({ queryKey: deploymentKeys.all });
			const what = requests.length === 1 ? nameOf(first) : formatPlural(requests.length, "request");
			toast.error(`Not undone: ${what}`, { description: describeError(error), duration: TIME_TO_READ });
		}
	};
}

/** Names the toast that offers to take back a decision. */
export const toastOf = (requests: readonly DeploymentDetail[]) => `decided ${requests.map(({ id }) => id).join(" ")}`;
