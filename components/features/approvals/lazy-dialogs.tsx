import dynamic from "next/dynamic";
import { useAtHand } from "@/components/kit/ui/use-at-hand";

const loadActivate = () => import("./activate-dialog");
const loadBulk = () => import("@/components/features/deployments/bulk-dialog");
const loadReject = () => import("./reject-dialog");
const loadSchedule = () => import("@/components/features/deployments/schedule-dialog");
const loadTag = () => import("./tag-dialog");

/** The queue's dialogs, which are not part of its first load. */
export const ActivateDialog = dynamic(() => loadActivate().then((module) => module.ActivateDialog), { ssr: false });
export const BulkDialog = dynamic(() => loadBulk().then((module) => module.BulkDialog), { ssr: false });
export const RejectDialog = dynamic(() => loadReject().then((module) => module.RejectDialog), { ssr: false });
export const ScheduleDialog = dynamic(() => loadSchedule().then((module) => module.ScheduleDialog), { ssr: false });
export const TagDialog = dynamic(() => loadTag().then((module) => module.TagDialog), { ssr: false });

const LOADS = [loadReject, loadTag, loadBulk, loadActivate, loadSchedule] as const;

/** Loads the dialogs once the page is idle. */
export const useDialogsAtHand = (): void => useAtHand(LOADS);
