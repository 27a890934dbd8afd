import type { ServerResponse } from "node:http";

/**
 * Cuts the connection of a client that takes nothing of its answer for `unreadMs`: the answer would
 * hold files and memory. While the answer itself is waited for, the socket's own timeout holds.
 */
export function limitUnread(outgoing: ServerResponse, unreadMs: number): void {
	/** The socket's timeout while its client is not waited for. */
	let usual: number | undefined;
	const awaitClient = () => {
		const { socket } = outgoing;
		// Answers to pipelined requests have no socket before their turn.
		if (socket === null || usual !== undefined) return;
		usual = socket.timeout ?? 0;
		socket.setTimeout(unreadMs);
	};
	const { write } = outgoing;
	const awaiting = (...piece: Parameters<typeof write>) => {
		const isTaken = Reflect.apply(write, outgoing, piece) as boolean;
		if (!isTaken) awaitClient();
		return isTaken;
	};
	outgoing.write = awaiting as typeof write;
	outgoing.on("drain", () => {
		if (usual !== undefined) outgoing.socket?.setTimeout(usual);
		usual = undefined;
	});
	// The answer is complete: nothing else is waited for.
	outgoing.once("prefinish", awaitClient);
}
