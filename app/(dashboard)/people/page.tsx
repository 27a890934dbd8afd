import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PeoplePage } from "@/components/people/people-page";
import { requireUser, type SearchProps } from "../require-user";

export const metadata: Metadata = { title: "People" };

export default async function Page({ searchParams }: SearchProps) {
	const { role } = await requireUser("/people", await searchParams);
	if (role === "designer") notFound();
	return <PeoplePage />;
}
