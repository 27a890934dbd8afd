import { PersonName } from "@/components/kit/ui/person-name";
import type { AuditEvent } from "@/lib/contract/audit";
import { AUTOMATIC, actorWords, isAutomatic } from "@/lib/contract/sentences/actor-words";

export interface ActorNameProps {
	event: Pick<AuditEvent, "actor" | "actor_id" | "actor_person" | "credential">;
	/** With the organization beside the name. */
	organization?: boolean;
	/** Where the deed follows: what the service did is set apart by a colon. */
	sentence?: boolean;
}

/** The actor: a person by name, their rule, or `Automatic`. */
export function ActorName({ event, organization = false, sentence = false }: ActorNameProps) {
	const { actor, actor_id, actor_person, credential } = event;
	if (isAutomatic(event)) return sentence ? `${AUTOMATIC}:` : AUTOMATIC;
	if (actor_person === null || credential === "rule") return actorWords(event);
	return (
		<PersonName
			id={actor_id}
			name={actor_person.name}
			email={actor}
			organization={organization ? actor_person.organization : null}
		/>
	);
}
