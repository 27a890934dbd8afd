import type { PersonRef } from "@/lib/contract/person-ref";
import { nameOf } from "@/lib/contract/sentences/name-of";
import { isolate } from "@/lib/rules/text/isolate";

/** A person's name within a sentence, or their email where none is known. */
export const nameOfPerson = (person: Pick<PersonRef, "name"> | null, email: string): string =>
	isolate(nameOf(person, email));

/** The initials of a name: of its first and last word, or the first two letters of an email. */
export function initialsOf(name: string): string {
	const words = name
		.replace(/@.*$/, "")
		.split(/[\s._-]+/u)
		.filter((word) => /[\p{L}\p{N}]/u.test(word));
	const first = (word: string | undefined) => Array.from(word ?? "").find((letter) => /[\p{L}\p{N}]/u.test(letter));
	const letters = words.length > 1 ? [first(words[0]), first(words.at(-1))] : Array.from(words[0] ?? "").slice(0, 2);
	return letters.join("").toLocaleUpperCase("en");
}

/** A number below `colors` that an id always has. */
export function avatarColor(id: string, colors: number): number {
	let hash = 0;
	for (const character of id) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
	return hash % colors;
}
