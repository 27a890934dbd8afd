import { useSyncExternalStore } from "react";
import type { DeploymentDetail } from "@/lib/contract/deployment";

/** Revisions that this page made itself, by `id revision`: nobody needs to be told of their own changes. */
const made = new Set<string>();
const listeners = new Set<() => void>();

/** Says that a decision of this page is about to raise a deployment's revision by one. */
export function expectOwnChange({ id, revision }: Pick<DeploymentDetail, "id" | "revision">): void {
	made.add(`${id} ${revision + 1}`);
	for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
	listeners.add(listener);
	return () => void listeners.delete(listener);
};

/** Whether the revision shown is one that this page made. */
export const useOwnChange = ({ id, revision }: Pick<DeploymentDetail, "id" | "revision">): boolean =>
	useSyncExternalStore(
		subscribe,
		() => made.has(`${id} ${revision}`),
		() => false,
	);
