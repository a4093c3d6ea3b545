from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        from allauth.account.signals import email_confirmed
        from allauth.mfa.signals import authenticator_added
        from django.contrib.auth.signals import user_logged_in

        from accounts.mail import addresses
        from accounts.sign_in import second_factor, security_log, sessions

        security_log.connect_signals()
        email_confirmed.connect(addresses.on_confirmed, dispatch_uid="accounts.bounces")
        user_logged_in.connect(sessions.begin_staff_session, dispatch_uid="accounts.staff-session")
        authenticator_added.connect(
            second_factor.record_setup_as_passed, dispatch_uid="accounts.factor"
        )
