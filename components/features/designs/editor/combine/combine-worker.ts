import { buffered } from "@/components/features/designs/editor/combine/buffered";
import { unionOf } from "@/components/features/designs/editor/combine/union";
import { type PackedFences, packFences, unpackFences } from "@/components/kit/map/packed-fences";
import type { Geofence } from "@/lib/rules/geofences/geofence";

/** A task of the worker: join geofences, or grow each by meters. */
export type CombineTask<Fences = readonly Geofence[]> =
	| { kind: "union"; fences: Fences }
	| { kind: "buffer"; fences: Fences; meters: number };

/** What came of it: one geofence, or one for each; `refused` says why not. */
export type CombineReply<Fences = Geofence[]> = { made: Fences } | { refused: string };

const scope = self as unknown as {
	onmessage: (event: MessageEvent<CombineTask<PackedFences>>) => void;
	postMessage: (reply: CombineReply<PackedFences>, transfer?: ArrayBuffer[]) => void;
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
		const reply = act({ ...data, fences: unpackFences(data.fences) });
		if ("refused" in reply) return scope.postMessage(reply);
		const { packed, memory } = packFences(reply.made);
		scope.postMessage({ made: packed }, memory);
	} catch {
		scope.postMessage({ refused: "These shapes could not be combined. Try fewer of them." });
	}
};
