import { InvalidArgumentError } from "@/lib/rules/errors";

/** @throws InvalidArgumentError for a password that equals the e-mail or its name */
export function refuseEmailAsPassword(email: string, password: string): void {
	const [key, plain] = [email.toLowerCase(), password.trim().toLowerCase()];
	if (plain.includes(key) || plain === key.split("@", 1)[0]) {
		throw new InvalidArgumentError("the password must not be the email address", { parameter: "password" });
	}
}
