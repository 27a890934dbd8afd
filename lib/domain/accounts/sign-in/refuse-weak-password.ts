import { InvalidArgumentError } from "@/lib/rules/errors";
import { emailKey } from "@/lib/rules/text/email-key";
import { isCommonPassword } from "./common-passwords";

/**
 * Refuses passwords that are guessed first; their length is the contract's matter.
 * @throws InvalidArgumentError for a password that equals the e-mail or its name, and for a common one
 */
export async function refuseWeakPassword(email: string, password: string): Promise<void> {
	const [key, plain] = [emailKey(email), emailKey(password)];
	if (plain.includes(key) || plain === key.split("@", 1)[0]) {
		throw new InvalidArgumentError("the password must not be the email address", { parameter: "password" });
	}
	if (await isCommonPassword(password)) {
		throw new InvalidArgumentError("the password must not be one of the common ones, which are guessed first", {
			parameter: "password",
		});
	}
}
