import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { Providers } from "@/components/shell/frame/providers";
import { parseTheme, THEME_COOKIE } from "@/components/shell/frame/theme";
import { fontClasses } from "./fonts";
import "./globals.css";

export const metadata: Metadata = {
	title: { default: "Targeting Service", template: "%s · Targeting Service" },
	robots: { index: false },
};

export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

export default async function RootLayout({ children }: { children: ReactNode }) {
	const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value);
	return (
		<html lang="en" data-theme={theme} className={fontClasses}>
			<body>
				<Providers>{children}</Providers>
			</body>
		</html>
	);
}
