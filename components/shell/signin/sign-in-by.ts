import { getProviders, signIn } from "next-auth/react";
import { NetworkError } from "@/lib/browser/api-error";

/**
 * Signs in by email and password; returns null, or next-auth's name of the error.
 * @throws NetworkError where the service does not answer: next-auth would leave the page for one of
 * its own, and what was typed there
 */
export async function signInBy(credentials: { email: string; password: string }): Promise<string | null> {
	if ((await getProviders()) === null) throw new NetworkError();
	const result = await signIn("credentials", { ...credentials, redirect: false });
	return result?.ok === true && !result.error ? null : (result?.error ?? "");
}
