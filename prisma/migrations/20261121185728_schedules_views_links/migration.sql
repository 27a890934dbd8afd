-- CreateEnum
CREATE TYPE "ScheduledAction" AS ENUM ('activate', 'deactivate');

-- CreateTable
CREATE TABLE "sign_in_links" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "issued_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "sign_in_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deployment_schedules" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "deployment_id" UUID NOT NULL,
    "action" "ScheduledAction" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "scheduled_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ran_at" TIMESTAMPTZ(3),
    "problem" TEXT,

    CONSTRAINT "deployment_schedules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "saved_views" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "owner_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "page" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "default_views" (
    "user_id" UUID NOT NULL,
    "page" TEXT NOT NULL,
    "view_id" UUID NOT NULL,

    CONSTRAINT "default_views_pkey" PRIMARY KEY ("user_id","page")
);

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_links_secret_hash_key" ON "sign_in_links"("secret_hash");

-- CreateIndex
CREATE INDEX "sign_in_links_user_id_created_at_idx" ON "sign_in_links"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "deployment_schedules_to_come" ON "deployment_schedules"("at") WHERE (ran_at IS NULL);

-- CreateIndex
CREATE INDEX "deployment_schedules_deployment_id_created_at_idx" ON "deployment_schedules"("deployment_id", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "deployment_schedules_one_to_come" ON "deployment_schedules"("deployment_id", "action") WHERE (ran_at IS NULL);

-- CreateIndex
CREATE INDEX "saved_views_organization_id_page_name_idx" ON "saved_views"("organization_id", "page", "name");

-- CreateIndex
CREATE UNIQUE INDEX "saved_views_owner_id_page_name_key" ON "saved_views"("owner_id", "page", "name");

-- CreateIndex
CREATE INDEX "default_views_view_id_idx" ON "default_views"("view_id");

-- AddForeignKey
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_issued_by_id_fkey" FOREIGN KEY ("issued_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployment_schedules" ADD CONSTRAINT "deployment_schedules_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployment_schedules" ADD CONSTRAINT "deployment_schedules_scheduled_by_id_fkey" FOREIGN KEY ("scheduled_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "default_views" ADD CONSTRAINT "default_views_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "default_views" ADD CONSTRAINT "default_views_view_id_fkey" FOREIGN KEY ("view_id") REFERENCES "saved_views"("id") ON DELETE CASCADE ON UPDATE CASCADE;
