import type { PersonRef } from "@/lib/contract/person-ref";
import { isolate } from "@/lib/rules/text/isolate";
import { nameOf } from "./name-of";

/** Of an audit event. */
export interface Actor {
	readonly actor: string;
	readonly actor_person: Pick<PersonRef, "name"> | null;
	readonly credential: string;
}

/**
 * The actor within a sentence: a person by name, their rule (`rule ‘Refreshes’ of Mira Lang`), or
 * the acting part of the service.
 */
export function actorWords({ actor, actor_person: person, credential }: Actor): string {
	if (credential !== "rule") return isolate(nameOf(person, actor));
	// The label of a rule's act ends in its author's e-mail.
	return isolate(person?.name ? actor.replace(/ of \S+$/, () => ` of ${isolate(person.name)}`) : actor);
}
