import { ZodError } from "zod";
import type { AppliedState, ApplyState, IssuedSecret, StateChange, StateKind } from "@/lib/contract/applied-state";
import type { Principal } from "@/lib/domain/access/principal";
import { transact } from "@/lib/platform/db/transact";
import { inOneTransaction } from "@/lib/platform/in-one-transaction";
import type { Service } from "@/lib/platform/service";
import { InvalidArgumentError, InvalidStateError, isDomainError } from "@/lib/rules/errors";
import { emailKey } from "@/lib/rules/text/email-key";
import { isolate } from "@/lib/rules/text/isolate";
import { type Applier, changedOf, wantedOf } from "./applier";
import { ACCOUNTS } from "./apply-accounts";
import { RESOURCES } from "./apply-resources";
import { TARGETS } from "./apply-targets";
import { type Entries, type Entry, entriesOf, keyOf } from "./entries-of";
import { requireStateKeeper } from "./export-state";
import { withoutSecrets } from "./fields";
import { type Change, type Plan, type Problem, planState, words } from "./plan-state";
import { readState } from "./read-state";
import { KIND_FORMS } from "./state-kinds";

const APPLIERS: Readonly<Record<StateKind, Applier>> = { ...ACCOUNTS, ...TARGETS, ...RESOURCES };
/** Bytes of a state in JSON. */
export const STATE_BYTES = 8_388_608;
/** Thousands of objects, each with the statements of its own operation. */
const LONGEST_MS = 180_000;
/** An act may undo another one: a new operator loses keys. Then the rest is done once more. */
const MOST_ROUNDS = 3;

/** Takes a dry run back. */
class DryRun extends Error {
	constructor(readonly result: AppliedState) {
		super("a dry run ends");
	}
}

/**
 * `POST /api/state`: brings the service to a declared state (docs/contract.md, Declared state), by
 * the operation of each act and in one transaction; a dry run is taken back.
 * @throws ForbiddenError unless the caller is an operator, and as the operations do
 * @throws InvalidArgumentError with all problems of the state
 * @throws InvalidStateError where something would be removed without `prune`
 */
export async function applyState(service: Service, principal: Principal, body: ApplyState): Promise<AppliedState> {
	requireStateKeeper(principal);
	try {
		return await inOneTransaction(service, async (own) => {
			// Begins the transaction, which everything joins.
			await transact(own.prisma, async () => undefined, { timeout: LONGEST_MS });
			const result = await new Application(own, principal, body).run();
			if (body.dry_run) throw new DryRun({ ...result, issued: [] });
			return result;
		});
	} catch (thrown) {
		if (thrown instanceof DryRun) return thrown.result;
		throw thrown;
	}
}

class Application {
	readonly #service: Service;
	readonly #principal: Principal;
	readonly #body: ApplyState;
	readonly #wanted: Entries;
	readonly #ids = new Map<string, string>();
	readonly #issued: IssuedSecret[] = [];

	constructor(service: Service, principal: Principal, body: ApplyState) {
		this.#service = service;
		this.#principal = principal;
		this.#body = body;
		this.#wanted = entriesOf(body.state, service.now());
	}

	async run(): Promise<AppliedState> {
		const changes: StateChange[] = [];
		for (let round = 1; round <= MOST_ROUNDS; round += 1) {
			const plan = await this.#plan();
			if (plan.changes.length === 0) {
				const unlisted = plan.unlisted.map(({ kind, name, of }) => ({ kind, name, of }));
				const { dry_run } = this.#body;
				return { dry_run, changes, unlisted, issued: this.#issued, secret_note: null };
			}
			for (const change of inOrder(plan.changes)) await this.#apply(change);
			changes.push(...plan.changes.map(describeChange));
		}
		throw new InvalidStateError("the state is not reached: what it says of one object undoes what it says of another");
	}

	async #plan(): Promise<Plan> {
		const emails = (this.#body.state.people ?? []).map(({ email }) => emailKey(email));
		const { userId, credential } = this.#principal;
		const now = this.#service.now();
		const state = await transact(this.#service.prisma, (tx) => readState(this.#service, tx, emails));
		const current = entriesOf(state, now);
		for (const { key, id } of current.entries) if (id !== null) this.#ids.set(key, id);
		const plan = planState(this.#wanted, current, { userId, keyId: credential.id });
		refuseProblems(plan.problems);
		if (!this.#body.prune) refuseRemovals(plan.changes);
		return plan;
	}

	async #apply(change: Change): Promise<void> {
		const { entry, current, action } = change;
		const wanted = wantedOf(entry);
		const act = {
			...change,
			...{ service: this.#service, principal: this.#principal, wanted, changed: changedOf(change, wanted) },
			id: current?.id ?? "",
			parentId: this.#ids.get(entry.parentKey ?? "") ?? "",
			targetId: (slug: string) => this.#ids.get(keyOf("target", null, [slug])) ?? "",
		};
		const applier = APPLIERS[entry.kind];
		try {
			if (action === "remove") return void (await applier.remove?.(act));
			if (action !== "create") return this.#note(entry, await applier.change?.(act));
			const { id, issued } = await applier.create(act);
			this.#ids.set(entry.key, id);
			this.#note(entry, issued);
		} catch (thrown) {
			if (isDomainError(thrown)) thrown.message = `${placeOf(change)}: ${thrown.message}`;
			if (thrown instanceof ZodError) refuseProblems(thrown.issues.map((issue) => problemOf(entry, issue)));
			throw thrown;
		}
	}

	#note(
		{ kind, name, of, path }: Entry,
		issued: Omit<IssuedSecret, "kind" | "name" | "of" | "path"> | undefined,
	): void {
		if (issued !== undefined) this.#issued.push({ kind, name, of, path, ...issued });
	}
}

/** What an operation does not take, where the state alone does not show it: an end ahead of its start. */
function problemOf(entry: Entry, { path, message }: ZodError["issues"][number]): Problem {
	return { path: [entry.path, ...path].join("."), message };
}

/** Removals make room, but those of people follow: somebody must be an operator all the time. */
function inOrder(changes: readonly Change[]): Change[] {
	const rank = ({ action, entry }: Change) => (action !== "remove" ? 1 : entry.kind === "person" ? 2 : 0);
	const kinds = Object.keys(KIND_FORMS);
	return changes.toSorted(
		(one, other) => rank(one) - rank(other) || kinds.indexOf(one.entry.kind) - kinds.indexOf(other.entry.kind),
	);
}

/** Where a change stands in the state; what is removed by its name. */
function placeOf({ action, entry }: Change): string {
	if (action !== "remove") return entry.path;
	return `removing the ${words(entry)} '${isolate(entry.name)}'${entry.of === null ? "" : ` of ${isolate(entry.of)}`}`;
}

function refuseProblems(problems: readonly Problem[]): void {
	const [first] = problems;
	if (first === undefined) return;
	const others = problems.length === 1 ? "" : `; there are ${problems.length - 1} more problems`;
	throw new InvalidArgumentError(`'${first.path}': ${first.message}${others}`, {
		parameter: first.path,
		detail: { problems: problems.slice(0, 100) },
	});
}

function refuseRemovals(changes: readonly Change[]): void {
	const removed = changes.filter(({ action }) => action === "remove" || action === "replace").map(describeChange);
	const [first] = removed;
	if (first === undefined) return;
	const what = `the ${words(first)} '${isolate(first.name)}'${first.of === null ? "" : ` of ${isolate(first.of)}`}`;
	const others = removed.length === 1 ? "" : ` and ${removed.length - 1} more`;
	throw new RemovalError(`the state lacks ${what}${others}, and prune alone allows to remove it`, removed);
}

/** A state that lacks something, refused with what would be removed. */
class RemovalError extends InvalidStateError {
	readonly detail: Readonly<Record<string, unknown>>;
	constructor(message: string, removals: readonly StateChange[]) {
		super(message);
		this.detail = { removals: removals.slice(0, 100) };
	}
}

function describeChange({ action, entry, differences }: Change): StateChange {
	const fields = differences.map(({ field, before, after }) => ({
		field,
		before: withoutSecrets(before, "(secret)"),
		after: withoutSecrets(after, before === null ? "(secret)" : "(another secret)"),
	}));
	const { kind, name, of, path } = entry;
	return { action, kind, name, of, path: action === "remove" ? null : path, fields };
}
