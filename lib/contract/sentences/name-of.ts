import type { PersonRef } from "@/lib/contract/person-ref";

/** How a person is named in a sentence: by their name, or their e-mail where none is known. */
export const nameOf = (person: Pick<PersonRef, "name"> | null | undefined, email: string): string =>
	person?.name.trim() || email;
