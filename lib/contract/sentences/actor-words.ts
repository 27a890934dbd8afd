import type { PersonRef } from "@/lib/contract/person-ref";
import { isolate } from "@/lib/rules/text/isolate";
import { nameOf } from "./name-of";

/** Of an audit event. */
export interface Actor {
	readonly actor: string;
	readonly actor_person: Pick<PersonRef, "name"> | null;
	readonly credential: string;
}

/** Stands for the parts of the service, whose labels are no names. */
export const AUTOMATIC = "Automatic";

/** Whether the service acted; who ran a command on its machine is named. */
export const isAutomatic = ({ actor, credential }: Pick<Actor, "actor" | "credential">): boolean =>
	credential === "system" && !actor.startsWith("command line");

/** The actor within a sentence: a person by name, their rule (`rule ‘Refreshes’ of Mira Lang`), or the service. */
export function actorWords(event: Actor): string {
	const { actor, actor_person: person, credential } = event;
	if (isAutomatic(event)) return "the service";
	if (credential !== "rule") return isolate(nameOf(person, actor));
	// The label of a rule's act ends in its author's e-mail.
	return isolate(person?.name ? actor.replace(/ of \S+$/, () => ` of ${isolate(person.name)}`) : actor);
}
