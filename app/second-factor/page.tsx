import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Brand } from "@/components/kit/ui/brand";
import { Enrollment } from "@/components/shell/enrollment/enrollment";
import { sessionUser } from "@/lib/http/routes/session-user";

export const metadata: Metadata = { title: "Add a second factor" };

/** Where people are led whose organization requires a second factor that they do not have. */
export default async function SecondFactorPage() {
	const user = await sessionUser();
	if (user === null) redirect("/signin");
	if (!user.mustAddFactor) redirect("/");
	return (
		<main className="grid min-h-dvh place-items-center p-4">
			<div className="grid w-full max-w-signin gap-6 rounded-md border border-line bg-surface p-6">
				<div className="grid gap-1">
					<Brand />
					<h1 className="mt-3 text-title font-bold">Add a second factor</h1>
					<p className="text-muted">
						<bdi>{user.organization.name}</bdi> requires one beside your password: an authenticator app, such as the one
						of your phone or password manager, or a passkey.
					</p>
				</div>
				<Enrollment email={user.email} />
			</div>
		</main>
	);
}
