import { EventEmitter } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Database, type DatabaseOptions, openDatabase } from "@/lib/platform/db/client";
import { parseEnvironment } from "@/lib/platform/env";
import { openFileStore } from "@/lib/platform/files/open-file-store";
import { setService } from "@/lib/platform/service";
import { captureQueries } from "@/lib/tools/testing/scale/capture-queries";
import { generateLoad, type Measured } from "./load";
import { type ServerProcess, startBuiltService, startReference } from "./processes";
import { type BenchCase, recordCases } from "./record";
import type { Recording } from "./reference-server";

/** The secret of the benchmark's tokens. */
const SECRET = "a secret of the benchmark alone, which is long enough";

/** Warm-up of each server, about as long as its answers become faster by compilation. */
const WARMING_MS = 3_000;

/** Results of both servers for one case, by round. */
export interface Rates {
	readonly name: string;
	readonly service: readonly Measured[];
	readonly reference: readonly Measured[];
}

interface Options {
	/** The file of this program, which also runs the reference server. */
	readonly program: string;
	/** Duration of each measurement, and the number of rounds. */
	readonly milliseconds: number;
	readonly rounds: number;
	readonly connections: number;
	readonly only: string;
}

/**
 * Loads the built service and the reference server with the same requests, in turn, because the
 * machine's speed varies.
 */
export async function measureServers(
	kind: Database["kind"],
	where: { dataDir: string } | { databaseUrl: string },
	options: Options,
): Promise<Rates[]> {
	const directory = await mkdtemp(join(tmpdir(), "targeting-bench-"));
	try {
		const { cases, recording } = await recorded(where, directory, options.connections);
		const asked = cases.filter(({ name }) => name.toLowerCase().includes(options.only.toLowerCase()));
		const settings = {
			NEXTAUTH_SECRET: SECRET,
			FILE_STORE_URL: pathToFileURL(directory).href,
			...("dataDir" in where ? { DATA_DIR: where.dataDir } : { DATA_DIR: directory, DATABASE_URL: where.databaseUrl }),
		};
		const service = () => startBuiltService(settings);
		const reference = () => startReference(options.program, { database: where, recording });
		const measured = new Map<string, Measured[]>();
		const load = async (
			server: ServerProcess,
			which: "service" | "reference",
			{ name, sequences, ...bench }: BenchCase,
		) => {
			const requests = {
				url: server.url,
				requests: bench[which].flat(),
				...(sequences ? { sequences: bench[which] } : {}),
				connections: options.connections,
			};
			await generateLoad({ ...requests, milliseconds: WARMING_MS });
			const round = await generateLoad({ ...requests, milliseconds: options.milliseconds });
			measured.set(`${name} ${which}`, [...(measured.get(`${name} ${which}`) ?? []), round]);
		};
		// Writing cases come last, so that the others find the recorded state.
		const turns = [false, true].map((writing) => asked.filter(({ sequences }) => sequences === writing));
		const rounds = turns.flatMap((benches) =>
			benches.length === 0 ? [] : Array<BenchCase[]>(options.rounds).fill(benches),
		);
		if (kind === "postgres") {
			const servers = { service: await service(), reference: await reference() };
			for (const benches of rounds) {
				for (const bench of benches) {
					for (const which of ["service", "reference"] as const) await load(servers[which], which, bench);
				}
			}
			await Promise.all([servers.service.stop(), servers.reference.stop()]);
		} else {
			for (const benches of rounds) {
				// The embedded database allows one process only.
				for (const [which, start] of [
					["service", service],
					["reference", reference],
				] as const) {
					const server = await start();
					for (const bench of benches) await load(server, which, bench);
					await server.stop();
				}
			}
		}
		return asked.map(({ name }) => {
			const [own, other] = [measured.get(`${name} service`), measured.get(`${name} reference`)];
			if (own === undefined || other === undefined) throw new Error(`${name} was not measured.`);
			return { name, service: own, reference: other };
		});
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

async function recorded(
	where: DatabaseOptions,
	directory: string,
	connections: number,
): Promise<{ cases: BenchCase[]; recording: Recording }> {
	const database = await openDatabase(where);
	const capturing = captureQueries(database.pool, database.kind);
	setService({
		prisma: capturing.database.prisma,
		files: openFileStore(pathToFileURL(directory).href, directory),
		secret: SECRET,
		settings: parseEnvironment({ TOKEN_RATE_LIMIT: "1000000000" }),
		signals: new EventEmitter(),
		now: () => new Date(),
	});
	const made = await recordCases(capturing, database.pool, connections);
	setService(undefined);
	await capturing.database.close();
	await database.close();
	return made;
}
