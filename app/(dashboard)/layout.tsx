import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { AppShell } from "@/components/shell/frame/app-shell";
import { parseTheme, THEME_COOKIE } from "@/components/shell/frame/theme";
import { signInWays } from "@/lib/http/routes/sign-in-ways";
import { currentUser } from "./require-user";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
	const user = await currentUser();
	// A layout does not know its page's address, so the page redirects visitors.
	if (user === null || user.mustAddFactor) return children;
	const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value);
	return (
		<AppShell user={user} theme={theme} ways={signInWays()}>
			{children}
		</AppShell>
	);
}
