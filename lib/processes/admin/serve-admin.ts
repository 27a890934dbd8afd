import { randomUUID } from "node:crypto";
import { join, resolve } from "node:path";
import { database } from "@/lib/platform/db/client";
import { databaseTime } from "@/lib/platform/db/database-time";
import { copyDatabase } from "@/lib/platform/db/embedded/copy-database";
import type { Environment } from "@/lib/platform/env";
import { storageProblem } from "@/lib/platform/files/storage-problem";
import { log } from "@/lib/platform/log";
import { service } from "@/lib/platform/service";
import {
	type AdminResult,
	type AdminService,
	adminCommand,
	type LinkAddress,
	runAdminCommand,
} from "@/lib/processes/admin/admin-command";
import { listenForAdmin } from "@/lib/processes/admin/admin-socket";
import { isDomainError } from "@/lib/rules/errors";

/** The answer of a running service to a command, as JSON. */
export type AdminAnswer =
	| { readonly result: AdminResult }
	/** The command's own fault. */
	| { readonly refusal: string }
	/** The service's. */
	| { readonly failure: string };

/**
 * Takes the commands of `npm run admin` beside the embedded database, which no other process can
 * open. A service that cannot listen for them serves on.
 */
export async function serveAdmin(
	environment: Pick<Environment, "DATA_DIR" | "PUBLIC_URL">,
	address: string,
): Promise<{ readonly name: string; stop(): Promise<void> }> {
	const dataDirectory = resolve(environment.DATA_DIR);
	const own = {
		prisma: database().prisma,
		now: databaseTime,
		whole: async () => service(),
		copyDatabase: async () => {
			const to = join(await service().files.workDirectory(), `database-${randomUUID()}`);
			const copiedAt = await copyDatabase(database().pool, dataDirectory, to);
			return { copiedTo: to, copiedAt: copiedAt.toISOString() };
		},
	};
	const linked = { PUBLIC_URL: environment.PUBLIC_URL, own: address };
	const name = "the command line";
	try {
		const answer = async (question: string) => JSON.stringify(await answerAdmin(own, question, linked));
		const { stop } = await listenForAdmin(dataDirectory, answer);
		return { name, stop };
	} catch (error) {
		log.warn({ err: error }, "npm run admin is not possible while this service runs: DATA_DIR takes no socket");
		return { name, stop: async () => undefined };
	}
}

/** Carries out a command of the command line; its answer is not logged. */
export async function answerAdmin(own: AdminService, question: string, address: LinkAddress): Promise<AdminAnswer> {
	try {
		const asked = adminCommand.safeParse(JSON.parse(question));
		if (!asked.success) return { failure: "the running service has another version: restart it" };
		const { name, actor } = asked.data;
		log.info({ command: name, actor }, "a command of npm run admin");
		return { result: await runAdminCommand(own, asked.data, address) };
	} catch (error) {
		if (isDomainError(error)) return { refusal: error.message };
		log.error({ err: error }, "a command of npm run admin failed");
		return { failure: `the command failed: ${storageProblem(error) ?? "the service's log has the cause"}` };
	}
}
