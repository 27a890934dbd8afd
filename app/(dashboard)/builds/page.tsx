import type { Metadata } from "next";
import { requireUser, type SearchProps } from "@/app/(dashboard)/require-user";
import { BuildsPage } from "@/components/features/builds/builds-page";

export const metadata: Metadata = { title: "Builds" };

export default async function Page({ searchParams }: SearchProps) {
	await requireUser("/builds", await searchParams);
	return <BuildsPage />;
}
