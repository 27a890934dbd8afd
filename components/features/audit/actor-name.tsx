import { PersonName } from "@/components/kit/ui/person-name";
import type { AuditEvent } from "@/lib/contract/audit";

export interface ActorNameProps {
	event: Pick<AuditEvent, "actor" | "actor_id" | "actor_person" | "credential">;
	/** With the organization beside the name. */
	organization?: boolean;
}

/** Who acted: a person by name, their rule, or the part of the service that did it. */
export function ActorName({
	event: { actor, actor_id, actor_person, credential },
	organization = false,
}: ActorNameProps) {
	if (actor_person === null || credential === "rule") return <bdi>{actor}</bdi>;
	return (
		<PersonName
			id={actor_id}
			name={actor_person.name}
			email={actor}
			organization={organization ? actor_person.organization : null}
		/>
	);
}
