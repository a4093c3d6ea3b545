"""The admin is an application of Django's with a site of our own (games/office)."""

from django.contrib.admin.apps import AdminConfig


class OfficeConfig(AdminConfig):
    default_site = "games.office.site.Office"
