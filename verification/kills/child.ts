import { createInterface } from "node:readline";
import pg from "pg";
import { chainEvents } from "@/lib/domain/audit/chain/chain-events";
import { setDatabase } from "@/lib/platform/db/database";
import { parseEnvironment } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { setService } from "@/lib/platform/service";
import { openService } from "@/lib/processes/startup/open-service";
import { callRoute } from "@/lib/tools/testing/call-route";
import type { TestService } from "@/lib/tools/testing/service";
import { createWorld, issueKey } from "@/lib/tools/testing/world";
import { prepareWrite, writeRequest } from "@/lib/tools/testing/write-calls";
import { checkWhole } from "@/verification/faults/check-whole";
import type { Answer, Question } from "./messages";
import { countTold, recordAndTell } from "./telling";

let statementsLeft = Number.POSITIVE_INFINITY;

/**
 * Counts the database's answers, those to COMMIT included, and kills the process before the service
 * receives a given one.
 */
function dieAtStatement(): void {
	const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
	const counted = function (this: pg.Client, ...given: unknown[]): unknown {
		const answered = query.apply(this, given);
		if (!(answered instanceof Promise)) return answered;
		return answered.finally(() => {
			statementsLeft -= 1;
			if (statementsLeft === 0) process.kill(process.pid, "SIGKILL");
		});
	};
	Object.assign(pg.Client.prototype, { query: counted });
}

/**
 * A process of the service to kill: opens the service and runs routes for its parent, one question
 * and one answer a line.
 */
async function main(): Promise<void> {
	log.level = "silent";
	dieAtStatement();
	const { service: opened, database } = await openService(parseEnvironment(process.env));
	setDatabase(database);
	setService(opened);
	const refuse = () => Promise.reject(new Error("a child is killed"));
	const service: TestService = { ...opened, kind: database.kind, database, advance: () => undefined, drop: refuse };
	const world = await createWorld(service);
	const keys = {
		designer: await issueKey(service, world.designer, ["manage"]),
		administrator: await issueKey(service, world.administrator, ["manage", "administer"]),
		operator: await issueKey(service, world.operator, ["manage", "administer"]),
		agent: "",
	};

	const answerTo = async (question: Question): Promise<Answer["answer"]> => {
		switch (question.ask) {
			case "prepare": {
				const { handler: _, ...request } = writeRequest(await prepareWrite(service, world, question.route), keys);
				const { body, ...others } = request;
				return {
					...others,
					...(body === undefined ? {} : { base64: Buffer.from(body as Uint8Array).toString("base64") }),
				};
			}
			case "send": {
				const { handler } = writeRequest({ route: question.route, as: "operator" }, keys);
				const { base64, ...call } = question.call;
				const body = base64 === undefined ? {} : { body: Buffer.from(base64, "base64") };
				const { status, headers, body: answered } = await callRoute(handler, { ...call, ...body });
				return { status, isReplayed: headers.has("idempotency-replayed"), text: JSON.stringify(answered) };
			}
			case "die":
				statementsLeft = question.statement;
				return "";
			case "effects": {
				const events = await service.prisma.auditEvent.findMany({
					where: { request_id: { in: [...question.requestIds] } },
					select: { request_id: true },
				});
				return question.requestIds.map((id) => events.filter(({ request_id: requestId }) => requestId === id).length);
			}
			case "tell":
				await recordAndTell(service, world, question);
				return "";
			case "told":
				return countTold(service, question.mark);
			case "check":
				await chainEvents(service);
				return checkWhole(service);
		}
	};

	const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
	createInterface(process.stdin).on("line", (line) => {
		const { id, ...question } = JSON.parse(line) as Question & { readonly id: number };
		answerTo(question).then(
			(answer) => say({ id, answer }),
			(error: unknown) => say({ id, error: String((error as Error).stack) }),
		);
	});
	say({ id: 0, answer: "open" });
}

await main();
