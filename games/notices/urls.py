"""Routes of notification settings, sent notices, push, webhooks and unsubscribing."""

from django.urls import path

from games.notices import views
from games.notices.channels import emails

urlpatterns = [
    path("settings/notices/", views.notices, name="notices"),
    path("settings/notices/sent/", views.sent, name="notices-sent"),
    path("settings/notices/test/", views.test, name="notices-test"),
    path("settings/notices/push/", views.push_on, name="push-on"),
    path("settings/notices/push/<int:pk>/off/", views.push_off, name="push-off"),
    path("settings/notices/webhook/", views.webhook_set, name="webhook-set"),
    path("settings/notices/webhook/remove/", views.webhook_remove, name="webhook-remove"),
    path("n/off/<str:token>/", emails.unsubscribe_page, name="notices-off"),
]
