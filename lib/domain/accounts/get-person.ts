import type { Person } from "@/lib/contract/person";
import type { Principal } from "@/lib/domain/access/principal";
import type { Service } from "@/lib/platform/service";
import { describePerson } from "./describe-person";
import { findPerson } from "./find-person";

/**
 * `GET /api/users/<id>`.
 * @throws NotFoundError
 */
export async function getPerson(service: Service, principal: Principal, id: string): Promise<Person> {
	return describePerson(principal, service.now(), await findPerson(service.prisma, principal, id));
}
