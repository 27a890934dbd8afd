import type { Metadata } from "next";
import { Brand } from "@/components/kit/ui/brand";
import { WelcomeForm } from "@/components/shell/welcome/welcome-form";

export const metadata: Metadata = { title: "Set your password" };

/**
 * The page behind invitation and reset links. Their secret is in the fragment, which only the
 * browser sees.
 */
export default function WelcomePage() {
	return (
		<main className="grid min-h-dvh place-items-center p-4">
			<div className="grid w-full max-w-signin gap-6 rounded-md border border-line bg-surface p-6">
				<div className="grid gap-1">
					<Brand />
					<h1 className="mt-3 text-title font-bold">Set your password</h1>
					<p className="text-muted">You'll use it to sign in to the Targeting Service.</p>
				</div>
				<WelcomeForm />
			</div>
		</main>
	);
}
