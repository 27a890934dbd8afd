import { type DeclaredState, STATE_VERSION } from "@/lib/contract/declared-state";
import { mayOperate } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { ForbiddenError } from "@/lib/rules/errors";
import { GRANTED } from "./entries-of";
import { type Fields, withValueAt } from "./fields";
import { readState } from "./read-state";
import { KIND_FORMS } from "./state-kinds";

/** @throws ForbiddenError unless the caller is an operator */
export function requireStateKeeper(principal: Principal): void {
	if (!mayOperate(principal)) throw new ForbiddenError("only operators may read and apply the service's state");
}

/**
 * `GET /api/state`: what operators have set up, at one moment (docs/contract.md, Declared state), with references
 * in place of secrets.
 * @throws ForbiddenError unless the caller is an operator
 */
export async function exportState(service: Service, principal: Principal): Promise<DeclaredState> {
	requireStateKeeper(principal);
	const state = await transact(service.prisma, (tx) => readState(service, tx), { isolationLevel: "RepeatableRead" });
	const variables = new VariableNames();
	const people = (state.people as Fields[])
		.filter(({ access }) => access === GRANTED)
		.map(({ access: _, ...person }) => person);
	const sources = (state.inventory_sources as Fields[]).map((source) => ({
		...source,
		pull: source.pull && withReferences(variables, "pull", source.pull as Fields, ["pull", source.slug]),
	}));
	const webhooks = (state.webhooks as Fields[]).map((webhook) =>
		withReferences(variables, "webhook", webhook, ["webhook", webhook.organization, webhook.description]),
	);
	const whole = { version: STATE_VERSION, ...state, people, inventory_sources: sources, webhooks };
	return JSON.parse(JSON.stringify(whole, (name, value) => (name === "id" ? undefined : value)));
}

function withReferences(
	variables: VariableNames,
	kind: "pull" | "webhook",
	fields: Fields,
	names: readonly unknown[],
): Fields {
	return (KIND_FORMS[kind].secrets ?? []).reduce(
		(referring, path) =>
			withValueAt(referring, path, (value) =>
				kind === "pull" && path === "url" && !/^https?:.*\?/is.test(String(value))
					? value
					: { env: variables.next([...names, path.split(".").at(-1)]) },
			),
		fields,
	);
}

/** Names of variables, no two of which are equal. */
class VariableNames {
	readonly #given = new Map<string, number>();

	next(parts: readonly unknown[]): string {
		const words = parts.map((part) => String(part ?? "").replace(/[^A-Za-z0-9]+/g, "_"));
		const name = words.join("_").replace(/_+/g, "_").replace(/_$/, "").toUpperCase().slice(0, 150);
		const count = (this.#given.get(name) ?? 0) + 1;
		this.#given.set(name, count);
		return count === 1 ? name : `${name}_${count}`;
	}
}
