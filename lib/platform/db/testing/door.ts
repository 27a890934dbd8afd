import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy to a PostgreSQL server that can be blocked. */
export interface Door {
	/** The address of the database through the proxy. */
	readonly url: string;
	/** Ends every connection. */
	cut(): void;
	/** Leads new connections to another server. */
	leadTo(databaseUrl: string): void;
	/** Lets nothing through, silently, as a lost network does. */
	hold(): void;
	/** Lets waiting calls through, and all later ones. */
	release(): void;
	/** Ends every connection, and refuses new ones. */
	close(): Promise<void>;
}

/** Opens a proxy to a database's server, at a free port by default. */
export async function openDoor(databaseUrl: string, port = 0): Promise<Door> {
	let to = new URL(databaseUrl);
	const sockets = new Set<Socket>();
	let held = false;
	const server = createServer((outside) => {
		const inside = connect(Number(to.port || 5432), to.hostname);
		for (const [from, other] of [
			[outside, inside],
			[inside, outside],
		] as const) {
			sockets.add(from);
			from.on("data", (bytes) => other.write(bytes));
			if (held) from.pause();
			from.on("error", () => other.destroy());
			from.on("close", () => {
				sockets.delete(from);
				other.destroy();
			});
		}
	});
	await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
	const url = new URL(databaseUrl);
	url.hostname = "127.0.0.1";
	url.port = String((server.address() as AddressInfo).port);
	const cut = () => {
		for (const socket of sockets) socket.destroy();
	};
	return {
		url: url.toString(),
		cut,
		leadTo: (other) => {
			to = new URL(other);
		},
		hold: () => {
			held = true;
			for (const socket of sockets) socket.pause();
		},
		release: () => {
			held = false;
			for (const socket of sockets) socket.resume();
		},
		close: async () => {
			const closed = new Promise<void>((resolve) => server.close(() => resolve()));
			cut();
			await closed;
		},
	};
}
