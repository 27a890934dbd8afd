import { setNames } from "@/lib/contract/design-bodies";
import type { DesignRecord } from "@/lib/domain/designs/load-designs";
import type { FileContents } from "@/lib/engine/inspection/jobs";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { comparableText } from "@/lib/rules/text/comparable-text";
import { GUID } from "@/lib/rules/text/guid";
import { isolate } from "@/lib/rules/text/isolate";

/**
 * @throws InvalidArgumentError for a file of another type, with sets that the service cannot store, or
 *   with one below the least reach
 */
export function requireFitting({ type, ownerOrg }: DesignRecord, { kind, sets }: FileContents): void {
	if (kind !== type) {
		const what = kind === "proximity" ? "a proximity filter" : "an audience set";
		throw new InvalidArgumentError(`the file is ${what}, and the design is of type '${type}'`);
	}
	if (sets.length === 0) throw new InvalidArgumentError("the file has no sets");
	const unnamed = sets.find(({ set_id }) => !GUID.test(set_id));
	if (unnamed !== undefined)
		throw new InvalidArgumentError(`the set '${isolate(unnamed.set_name)}' of the file must have a GUID as its id`);
	const ids = new Set(sets.map((set) => set.set_id.toLowerCase()));
	if (ids.size < sets.length) throw new InvalidArgumentError("two sets of the file have the same id");
	const codes = new Set(sets.map((set) => set.targeting_code));
	if (codes.size < sets.length) throw new InvalidArgumentError("two sets of the file have the same targeting code");
	for (const set of sets) requireNameable(set);
	const small = kind === "audience" && sets.find(({ itemCount }) => itemCount < ownerOrg.least_reach);
	if (small) {
		const least = ownerOrg.least_reach.toLocaleString("en-US");
		throw new InvalidArgumentError(
			`the set '${isolate(small.set_name)}' of the file must reach at least ${least} devices, the least reach of the design's organization`,
		);
	}
}

/**
 * @throws InvalidArgumentError for a set whose name or targeting code the API would refuse
 */
function requireNameable({ set_id, set_name, targeting_code }: FileContents["sets"][number]): void {
	const wrong = (problem: string) => new InvalidArgumentError(`the set ${set_id} of the file: ${problem}`);
	const [issue] = setNames.safeParse({ set_name, targeting_code }).error?.issues ?? [];
	if (issue !== undefined) throw wrong(`'${issue.path.join(".")}' ${issue.message}`);
	// Agents answer what the file holds, so another form cannot be stored in its place.
	if (comparableText(targeting_code) !== targeting_code) {
		throw wrong("'targeting_code' must be trimmed, composed (NFC) and without invisible characters");
	}
	// PostgreSQL's type `text` takes no other.
	if (!set_name.isWellFormed()) throw wrong("'set_name' must not contain half a surrogate pair");
}
