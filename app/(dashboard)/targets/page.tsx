import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireUser, type SearchProps } from "@/app/(dashboard)/require-user";
import { TargetsPage } from "@/components/features/targets/targets-page";

export const metadata: Metadata = { title: "Targets" };

export default async function Page({ searchParams }: SearchProps) {
	const { role } = await requireUser("/targets", await searchParams);
	if (role === "designer") notFound();
	return <TargetsPage />;
}
