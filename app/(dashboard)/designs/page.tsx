import type { Metadata } from "next";
import { requireUser, type SearchProps } from "@/app/(dashboard)/require-user";
import { DesignsPage } from "@/components/features/designs/designs-page";

export const metadata: Metadata = { title: "Designs" };

export default async function Page({ searchParams }: SearchProps) {
	await requireUser("/designs", await searchParams);
	return <DesignsPage />;
}
