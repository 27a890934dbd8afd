import { log } from "@/lib/platform/log";
import type { Service, Transaction } from "@/lib/platform/service";
import { BEGINNING, writePlace } from "./place";
import { type FoundHead, type RememberedHead, readHead, writeHead } from "./remembered-head";
import { type AuditProblem, lastLink, problemOfHead, removedUntil, walkChain } from "./walk-chain";

/** The parts of the service that write the chain. */
export type ChainService = Pick<Service, "prisma" | "files" | "secret" | "previousSecret" | "signals">;

/** The same, also within a transaction. */
export interface HeadReader extends Omit<ChainService, "prisma"> {
	readonly prisma: Transaction;
}

/** The chain is not the one that the service has signed; in words for operators. */
export class AuditChainError extends Error {
	override name = "AuditChainError";
}

/** The record that a head was remembered once: without the head, the chain is not begun again. */
const HEAD_FACT = "audit_head";

/**
 * The head as this process knows it, independent of database and file store. The key is an object
 * that all copies of a service share.
 */
const rememberedHeads = new WeakMap<Service["signals"], RememberedHead>();

/**
 * The first problem of the heads that are remembered, in the file store and by this process.
 * @param found the one of the file store
 */
export async function problemOfRemembered(
	{ prisma, signals }: Pick<HeadReader, "prisma" | "signals">,
	start: RememberedHead["start"],
	found: FoundHead,
): Promise<AuditProblem | null> {
	for (const head of ["end" in found ? found : undefined, rememberedHeads.get(signals)]) {
		const problem = head === undefined ? null : await problemOfHead(prisma, start, head.end, "remembered");
		if (problem !== null) return problem;
	}
	return null;
}

/**
 * Checks that the chain contains its remembered head and continues with signed links, and remembers
 * its end. Only then may the service sign further links; otherwise it could sign a second version
 * of signed links. A head may lag behind the chain, as it is written after the links, and by
 * several processes.
 * @throws AuditChainError where the chain is another one, or the head is gone
 */
export async function requireHead(service: ChainService): Promise<RememberedHead> {
	const { prisma, signals } = service;
	const own = rememberedHeads.get(signals);
	// Asked before the head is read: other processes of a new service write the head, then this fact.
	const wasRemembered =
		own !== undefined || (await prisma.serviceFact.findUnique({ where: { name: HEAD_FACT } })) !== null;
	const found = await readHead(service);
	const before = "end" in found ? found : (own ?? firstHead(found.fault, wasRemembered));
	const start = await removedUntil(service, before.start);
	const problem = await problemOfRemembered(service, start, found);
	if (problem !== null) throw refusal(problem);
	const end = (await lastLink(prisma)) ?? before.end;
	const { broken, unsigned } = await walkChain(service, before.end, end.position);
	const fault = broken ?? unsigned;
	if (fault !== null) throw refusal(fault);
	// An older one is of another process, which was slower.
	if (own !== undefined && !("end" in found)) {
		log.warn(
			{ audit_head: writePlace(own.end) },
			"the remembered head of the audit log was gone, and is written again",
		);
	}
	const head = { start: start.problem === null ? start : before.start, end };
	await rememberHead(service, head, found);
	if (own === undefined || !("end" in found)) {
		const data = [{ name: HEAD_FACT, value: "is remembered in the file store" }];
		await prisma.serviceFact.createMany({ data, skipDuplicates: true });
	}
	return head;
}

/**
 * Remembers where the chain begins and ends, in this process and in the file store.
 * @param found what the file store has
 */
export async function rememberHead(service: ChainService, head: RememberedHead, found?: FoundHead): Promise<void> {
	const own = rememberedHeads.get(service.signals);
	// Of two calls at a time, the slower one.
	if (own !== undefined && own.end.position > head.end.position) return;
	rememberedHeads.set(service.signals, head);
	await writeHead(service, head, found);
}

/** Makes this process forget its head after an operator has accepted another. */
export const forgetHead = ({ signals }: Pick<ChainService, "signals">): boolean => rememberedHeads.delete(signals);

/** Of a new database, which has remembered none. */
function firstHead(fault: string, wasRemembered: boolean): RememberedHead {
	if (fault !== "is gone" || wasRemembered) throw refusal({ event_id: null, problem: faultInWords(fault) });
	log.info({ audit_head: writePlace(BEGINNING) }, "the end of the audit log's chain is remembered from now on");
	return { start: BEGINNING, end: BEGINNING };
}

/** In the words of `verify-audit`. */
export const faultInWords = (fault: string): string => `the remembered head ${fault}`;

const refusal = ({ event_id, problem }: AuditProblem) =>
	new AuditChainError(
		`the audit log is not continued: ${problem}${event_id === null ? "" : ` (event ${event_id})`}; see verify-audit`,
	);
