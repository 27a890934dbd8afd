import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type {
	createOrganizationBody,
	EditOrganization,
	listOrganizationsParameters,
	Organization,
} from "@/lib/contract/organization";
import type { QueryOf } from "@/lib/contract/parameters";
import type { createPersonBody, EditPerson, listPeopleParameters, Person } from "@/lib/contract/person";
import { RESTING_INTERVAL } from "./designs";
import { requestPage, sendJson } from "./fetcher";
import { organizationKeys, personKeys } from "./query-keys";

/** A page of people: for administrators their organization's, for operators all. */
export const peopleQuery = (filters: QueryOf<typeof listPeopleParameters>) =>
	queryOptions({
		queryKey: personKeys.list(filters),
		queryFn: ({ signal }) => requestPage("/api/users", (schemas) => schemas.person, { query: { ...filters }, signal }),
		placeholderData: keepPreviousData,
		refetchInterval: RESTING_INTERVAL,
	});

/** A page of organizations: for operators all, for others their own. */
export const organizationsQuery = (filters: QueryOf<typeof listOrganizationsParameters>) =>
	queryOptions({
		queryKey: organizationKeys.list(filters),
		queryFn: ({ signal }) =>
			requestPage("/api/organizations", (schemas) => schemas.organization, { query: { ...filters }, signal }),
		placeholderData: keepPreviousData,
		refetchInterval: RESTING_INTERVAL,
	});

function useForgetPeople(): () => Promise<unknown> {
	const client = useQueryClient();
	return () =>
		Promise.all([
			client.invalidateQueries({ queryKey: personKeys.all }),
			client.invalidateQueries({ queryKey: organizationKeys.all }),
		]);
}

/** Creates a person; the answer shows the link to set a password once. */
export function useInvitePerson() {
	const forget = useForgetPeople();
	return useMutation({
		mutationFn: (body: z.input<typeof createPersonBody>) =>
			sendJson("POST", "/api/users", (schemas) => schemas.invitedPerson, body),
		// Only the dialog may keep the link.
		gcTime: 0,
		onSettled: forget,
	});
}

/** Creates another link to set a password, shown once; earlier links expire. */
export function useCreateSignInLink() {
	const forget = useForgetPeople();
	return useMutation({
		mutationFn: ({ id }: { id: string }) =>
			sendJson("POST", `/api/users/${id}/sign-in-link`, (schemas) => schemas.invitedPerson, {}),
		gcTime: 0,
		onSettled: forget,
	});
}

/** Changes names, role or disabled state of a person, if the revision is still current. */
export function useEditPerson() {
	const forget = useForgetPeople();
	return useMutation({
		mutationFn: ({ person: { id, revision }, body }: { person: Person; body: EditPerson }) =>
			sendJson("PATCH", `/api/users/${id}`, (schemas) => schemas.person, body, { revision }),
		onSettled: forget,
	});
}

/** Erases name, e-mail and credentials of a person for good; the answer is the proof. */
export function useErasePerson() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ id, email }: Pick<Person, "id" | "email">) =>
			sendJson("POST", `/api/users/${id}/erasure`, (schemas) => schemas.personErasure, { email }),
		// Names and e-mails are everywhere.
		onSettled: () => client.invalidateQueries(),
	});
}

/** Creates an organization. */
export function useCreateOrganization() {
	const forget = useForgetPeople();
	return useMutation({
		mutationFn: (body: z.input<typeof createOrganizationBody>) =>
			sendJson("POST", "/api/organizations", (schemas) => schemas.organization, body),
		onSettled: forget,
	});
}

/**
 * Changes the name and, for operators, the prices of an organization, if its revision is still
 * current.
 */
export function useEditOrganization() {
	const forget = useForgetPeople();
	return useMutation({
		mutationFn: ({ organization: { id, revision }, body }: { organization: Organization; body: EditOrganization }) =>
			sendJson("PATCH", `/api/organizations/${id}`, (schemas) => schemas.organization, body, { revision }),
		onSettled: forget,
	});
}
