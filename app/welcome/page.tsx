import type { Metadata } from "next";
import { connection } from "next/server";
import { Brand } from "@/components/kit/ui/brand";
import { Or } from "@/components/shell/signin/or";
import { SingleSignOnButton } from "@/components/shell/signin/single-sign-on-button";
import { WelcomeForm } from "@/components/shell/welcome/welcome-form";
import { signInWays } from "@/lib/http/routes/sign-in-ways";

export const metadata: Metadata = { title: "Set your password" };

/**
 * The page behind invitation and reset links. Their secret is in the fragment, which only the
 * browser sees.
 */
export default async function WelcomePage() {
	// The settings are those of the running service, not of its build.
	await connection();
	const { singleSignOn, passwords } = signInWays();
	return (
		<main className="grid min-h-dvh place-items-center p-4">
			<div className="grid w-full max-w-signin gap-6 rounded-md border border-line bg-surface p-6">
				<div className="grid gap-1">
					<Brand />
					<h1 className="mt-3 text-title font-bold">{passwords ? "Set your password" : "Sign in"}</h1>
					<p className="text-muted">
						{passwords
							? "You'll use it to sign in to the Targeting Service."
							: "You were invited to the Targeting Service. Sign in with the email that was invited."}
					</p>
				</div>
				{singleSignOn === null ? null : <SingleSignOnButton label={singleSignOn} destination="/" />}
				{passwords ? (
					<>
						{singleSignOn === null ? null : <Or />}
						<WelcomeForm />
					</>
				) : (
					<details>
						<summary className="cursor-pointer text-accent">Set a password as an operator</summary>
						<div className="mt-4">
							<WelcomeForm />
						</div>
					</details>
				)}
			</div>
		</main>
	);
}
