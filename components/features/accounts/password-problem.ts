/** The problem with a new password and its confirmation; null if there is none. */
export async function passwordProblem(
	password: string,
	repeated: string,
): Promise<{ field: "password" | "repeated"; sentence: string } | null> {
	// Loaded with the first password that is typed, not with the page: it brings zod.
	const { newPassword } = await import("@/lib/contract/person");
	const [issue] = newPassword.safeParse(password).error?.issues ?? [];
	if (issue !== undefined) return { field: "password", sentence: `The password ${issue.message}.` };
	if (password !== repeated) return { field: "repeated", sentence: "Passwords don't match." };
	return null;
}
