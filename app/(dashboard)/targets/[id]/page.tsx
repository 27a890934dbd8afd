import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { TargetPage } from "@/components/targets/target-page";
import { guid } from "@/lib/contract/primitives";
import { requireUser } from "../../require-user";

export const metadata: Metadata = { title: "Target" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
	const { id } = await params;
	const { role } = await requireUser(`/targets/${encodeURIComponent(id)}`);
	if (role === "designer" || !guid.safeParse(id).success) notFound();
	return <TargetPage id={id.toLowerCase()} />;
}
