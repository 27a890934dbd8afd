import type { AuditEvent } from "@/lib/contract/audit";
import { nameOf } from "@/lib/contract/sentences/name-of";
import { isolate } from "@/lib/rules/text/isolate";

export type Actor = Pick<AuditEvent, "actor" | "actor_person" | "credential">;

/**
 * Who acted, within a sentence: a person by name, their rule (`rule ‘Refreshes’ of Mira Lang`), or
 * the part of the service that did it.
 */
export function actorWords({ actor, actor_person: person, credential }: Actor): string {
	if (credential !== "rule") return isolate(nameOf(person, actor));
	// The label of a rule's act ends in its author's e-mail.
	return isolate(person?.name ? actor.replace(/ of \S+$/, () => ` of ${isolate(person.name)}`) : actor);
}
