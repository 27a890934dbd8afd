import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** How the way to a server behaves. */
export type Way =
	| { readonly kind: "open" }
	/** Lets through a piece at a time, with a pause after each. */
	| { readonly kind: "slow"; readonly bytes: number; readonly pauseMs: number }
	/** Ends connections before their first byte. */
	| { readonly kind: "refusing" }
	/** Ends connections after this many bytes in one direction. */
	| { readonly kind: "cutting"; readonly afterBytes: number };

/** A proxy before a server of this machine. */
export interface StoreDoor {
	readonly port: number;
	/** Connections that met this way, or bytes that it slowed. */
	met: number;
	/** Applies to open connections, too. */
	set(way: Way): void;
	close(): Promise<void>;
}

export async function openStoreDoor(port: number): Promise<StoreDoor> {
	const sockets = new Set<Socket>();
	let way: Way = { kind: "open" };
	const pass = async (from: Socket, to: Socket) => {
		let passed = 0;
		try {
			for await (const chunk of from as AsyncIterable<Buffer>) {
				for (let at = 0; at < chunk.length; ) {
					const now = way;
					const room = now.kind === "cutting" ? now.afterBytes - passed : Number.POSITIVE_INFINITY;
					if (now.kind === "refusing" || room <= 0) {
						door.met += 1;
						return void end();
					}
					const piece = chunk.subarray(at, at + Math.min(now.kind === "slow" ? now.bytes : chunk.length, room));
					if (!to.write(piece)) await Promise.race([once(to, "drain"), once(to, "close")]);
					at += piece.length;
					passed += piece.length;
					if (now.kind !== "slow") continue;
					door.met += piece.length;
					await delay(now.pauseMs);
				}
			}
			to.end();
		} catch {
			end();
		}
		function end() {
			from.destroy();
			to.destroy();
		}
	};
	const server = createServer((outside) => {
		const inside = connect(port, "127.0.0.1");
		for (const socket of [outside, inside]) {
			sockets.add(socket);
			socket.on("error", () => undefined);
			socket.on("close", () => sockets.delete(socket));
		}
		void pass(outside, inside);
		void pass(inside, outside);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const door: StoreDoor = {
		port: (server.address() as AddressInfo).port,
		met: 0,
		set: (next) => {
			way = next;
			door.met = 0;
		},
		close: async () => {
			const closed = new Promise<void>((resolve) => server.close(() => resolve()));
			for (const socket of sockets) socket.destroy();
			await closed;
		},
	};
	return door;
}
