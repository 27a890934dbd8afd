"use client";

export { PageErrorView as default } from "@/components/kit/ui/page-error-view";
