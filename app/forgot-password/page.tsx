import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Brand } from "@/components/kit/ui/brand";
import { ForgotPasswordForm } from "@/components/shell/signin/forgot-password-form";
import { signInWays } from "@/lib/http/routes/sign-in-ways";

export const metadata: Metadata = { title: "Forgot password" };
/** The settings are those of the process that serves. */
export const dynamic = "force-dynamic";

export default function ForgotPasswordPage() {
	if (!signInWays().mailsLinks) redirect("/signin");
	return (
		<main className="grid min-h-dvh place-items-center p-4">
			<div className="grid w-full max-w-signin gap-6 rounded-md border border-line bg-surface p-6">
				<div className="grid gap-1">
					<Brand />
					<h1 className="mt-3 text-title font-bold focus:outline-none">Forgot password?</h1>
				</div>
				<ForgotPasswordForm />
			</div>
		</main>
	);
}
