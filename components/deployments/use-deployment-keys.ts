import { toast } from "sonner";
import { type Shortcut, useShortcuts } from "@/components/keyboard/shortcuts";
import { useRowCursor } from "@/components/table/use-row-cursor";
import type { Selection } from "@/components/table/use-selection";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { type AskedAction, askedUnavailable } from "./asked-action";

const KEYS: readonly { key: string; action: AskedAction; verb: string }[] = [
	{ key: "a", action: "activate", verb: "Activate" },
	{ key: "d", action: "deactivate", verb: "Deactivate" },
	{ key: "t", action: "tag", verb: "Tags of" },
	{ key: "b", action: "rollback", verb: "Roll back" },
	{ key: "s", action: "schedule", verb: "Schedule" },
];

export interface DeploymentKeysOptions {
	rows: readonly DeploymentDetail[] | undefined;
	selection: Selection<DeploymentDetail>;
	onAsk: (action: AskedAction, deployment: DeploymentDetail) => void;
}

/** Single keys on the list of deployments: they move from row to row, choose, and ask about the row that is meant, whose id it gives. */
export function useDeploymentKeys({ rows, selection, onAsk }: DeploymentKeysOptions): string | null {
	const { row, shortcuts } = useRowCursor(rows, "deployment");
	const { state, choose, update } = selection;
	const none = row === null ? "Go to a deployment with j first." : null;
	const actions = KEYS.map(({ key, action, verb }): Shortcut => {
		const unavailable = row === null ? none : askedUnavailable(action, row);
		return {
			keys: [key],
			does: row === null ? `${verb} the deployment…` : `${verb} ${row.design_name} on ${row.target}…`,
			run: () => void (row !== null && unavailable === null ? onAsk(action, row) : toast(unavailable)),
			unavailable,
		};
	});
	useShortcuts("Deployments", [
		...shortcuts,
		{
			keys: ["x"],
			does: "Select the deployment, or not",
			run: () => {
				if (row !== null)
					update(({ [row.id]: chosen, ...others }) => (chosen ? others : { ...others, [row.id]: true }));
			},
			unavailable: none,
			moves: true,
		},
		{
			keys: ["*", "X"],
			does: "Select all of the page",
			run: () => {
				const all = rows?.every(({ id }) => state[id]) === true;
				choose(all ? [] : (rows ?? []).map(({ id }) => id));
			},
		},
		...actions,
	]);
	return row?.id ?? null;
}
