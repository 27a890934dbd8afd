import { toast } from "sonner";
import { type Shortcut, useShortcuts } from "@/components/kit/keyboard/shortcuts";
import { useRowCursor } from "@/components/kit/table/use-row-cursor";
import type { Selection } from "@/components/kit/table/use-selection";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { isolate } from "@/lib/rules/text/isolate";
import { type DialogAction, dialogActionUnavailable } from "./dialog-action";

const KEYS: readonly { key: string; action: DialogAction; verb: string }[] = [
	{ key: "a", action: "activate", verb: "Activate" },
	{ key: "d", action: "deactivate", verb: "Deactivate" },
	{ key: "t", action: "tag", verb: "Tags of" },
	{ key: "b", action: "rollback", verb: "Roll back" },
	{ key: "s", action: "schedule", verb: "Schedule" },
];

/** The actions of single keys on a deployment. */
export const keysOf = (
	deployment: DeploymentDetail,
	onAsk: (action: DialogAction, deployment: DeploymentDetail) => void,
): Shortcut[] =>
	KEYS.map(({ key, action, verb }) => {
		const unavailable = dialogActionUnavailable(action, deployment);
		return {
			keys: [key],
			does: `${verb} ${isolate(deployment.design_name)} on ${isolate(deployment.target)}…`,
			run: () => void (unavailable === null ? onAsk(action, deployment) : toast(unavailable)),
			unavailable,
		};
	});

/** The same keys while no row is current. */
const keysOfNone = (unavailable: string): Shortcut[] =>
	KEYS.map(({ key, verb }) => ({
		keys: [key],
		does: `${verb} the deployment…`,
		run: () => void toast(unavailable),
		unavailable,
	}));

const NONE = "Move to a deployment with j first.";

export interface DeploymentKeysOptions {
	rows: readonly DeploymentDetail[] | undefined;
	selection: Selection<DeploymentDetail>;
	onAsk: (action: DialogAction, deployment: DeploymentDetail) => void;
}

/**
 * Single keys on the list of deployments move between rows, select, and open dialogs; returns the
 * id of the current row.
 */
export function useDeploymentKeys({ rows, selection, onAsk }: DeploymentKeysOptions): string | null {
	const { row, shortcuts } = useRowCursor(rows, "deployment");
	const { state, choose, update } = selection;
	useShortcuts("Deployments", [
		...shortcuts,
		{
			keys: ["x"],
			does: "Toggle selection",
			run: () => {
				if (row !== null)
					update(({ [row.id]: chosen, ...others }) => (chosen ? others : { ...others, [row.id]: true }));
			},
			unavailable: row === null ? NONE : null,
			moves: true,
		},
		{
			keys: ["*", "X"],
			does: "Select all on this page",
			run: () => {
				const all = rows?.every(({ id }) => state[id]) === true;
				const page = (rows ?? []).map(({ id }) => id);
				const others = Object.keys(state).filter((id) => !page.includes(id));
				choose(all ? others : [...others, ...page]);
			},
		},
		...(row === null ? keysOfNone(NONE) : keysOf(row, onAsk)),
	]);
	return row?.id ?? null;
}
