import { newPassword } from "@/lib/contract/person";

/** What is wrong with a new password and its repetition, in a sentence; null when nothing is. */
export function passwordProblem(
	password: string,
	repeated: string,
): { field: "password" | "repeated"; sentence: string } | null {
	const [issue] = newPassword.safeParse(password).error?.issues ?? [];
	if (issue !== undefined) return { field: "password", sentence: `The password ${issue.message}.` };
	if (password !== repeated) return { field: "repeated", sentence: "The two are not the same." };
	return null;
}
