import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { TargetsPage } from "@/components/targets/targets-page";
import { requireUser, type SearchProps } from "../require-user";

export const metadata: Metadata = { title: "Targets" };

export default async function Page({ searchParams }: SearchProps) {
	const { role } = await requireUser("/targets", await searchParams);
	if (role === "designer") notFound();
	return <TargetsPage />;
}
