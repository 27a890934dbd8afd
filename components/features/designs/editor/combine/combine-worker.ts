import { buffered } from "@/components/features/designs/editor/combine/buffer";
import { unionOf } from "@/components/features/designs/editor/combine/union";
import type { Geofence } from "@/lib/rules/geofences/geofence";

/** A task of the worker: join geofences, or grow each by meters. */
export type CombineTask =
	| { kind: "union"; fences: readonly Geofence[] }
	| { kind: "buffer"; fences: readonly Geofence[]; meters: number };

/** What came of it: one geofence, or one for each; `refused` says why not. */
export type CombineReply = { made: Geofence[] } | { refused: string };

const scope = self as unknown as {
	onmessage: (event: MessageEvent<CombineTask>) => void;
	postMessage: (reply: CombineReply) => void;
};

function act(task: CombineTask): CombineReply {
	const made: Geofence[] = [];
	const results = task.kind === "union" ? [unionOf(task.fences)] : task.fences.map((one) => buffered(one, task.meters));
	for (const [place, result] of results.entries()) {
		if (typeof result !== "string") {
			made.push(result);
			continue;
		}
		const name = task.kind === "buffer" ? task.fences[place]?.properties.name : undefined;
		return { refused: name === undefined ? result : `${name}: ${result}` };
	}
	return { made };
}

scope.onmessage = ({ data }) => {
	try {
		scope.postMessage(act(data));
	} catch {
		scope.postMessage({ refused: "These shapes could not be combined. Try fewer of them." });
	}
};
