import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Brand } from "@/components/kit/ui/brand";
import { Link } from "@/components/kit/ui/link";
import { Notice } from "@/components/kit/ui/notice";
import { localPath } from "@/components/shell/signin/local-path";
import { Or } from "@/components/shell/signin/or";
import { SignInForm } from "@/components/shell/signin/signin-form";
import { SingleSignOnButton } from "@/components/shell/signin/single-sign-on-button";
import { firstPassword } from "@/lib/http/routes/first-password";
import { sessionUser } from "@/lib/http/routes/session-user";
import { signInWays } from "@/lib/http/routes/sign-in-ways";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({
	searchParams,
}: {
	searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
	const { callbackUrl, ended, error } = await searchParams;
	const { singleSignOn, passwords, mailsLinks } = signInWays();
	const destination = localPath(typeof callbackUrl === "string" ? callbackUrl : undefined);
	if ((await sessionUser()) !== null) redirect(destination);
	const passwordFile = passwords ? await firstPassword() : null;
	return (
		<main className="grid min-h-dvh place-items-center p-4">
			<div className="grid w-full max-w-signin gap-6 rounded-md border border-line bg-surface p-6">
				<div className="grid gap-1">
					<Brand />
					<h1 className="mt-3 text-title font-bold">Sign in</h1>
					<p className="text-muted">
						{ended === "true"
							? "Your session has ended. Sign in again to continue where you left off."
							: "Sign in to continue."}
					</p>
				</div>
				{passwordFile === null ? null : (
					<Notice kind="info">
						Nobody has signed in yet. The first password is in the file{" "}
						<code className="whitespace-nowrap">{passwordFile}</code> of the service's data directory. The email is in
						the output of its first start.
					</Notice>
				)}
				{singleSignOn === null ? null : (
					<SingleSignOnButton
						label={singleSignOn}
						destination={destination}
						problem={typeof error === "string" ? error : null}
					/>
				)}
				{singleSignOn !== null && passwords ? <Or /> : null}
				{passwords ? <SignInForm destination={destination} secondary={singleSignOn !== null} /> : null}
				{mailsLinks ? (
					<Link href="/forgot-password" className="-my-0.5 justify-self-start rounded-sm py-0.5 text-accent">
						Forgot password?
					</Link>
				) : null}
			</div>
		</main>
	);
}
