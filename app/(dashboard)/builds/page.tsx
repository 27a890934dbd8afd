import type { Metadata } from "next";
import { BuildsPage } from "@/components/builds/builds-page";
import { requireUser, type SearchProps } from "../require-user";

export const metadata: Metadata = { title: "Builds" };

export default async function Page({ searchParams }: SearchProps) {
	await requireUser("/builds", await searchParams);
	return <BuildsPage />;
}
