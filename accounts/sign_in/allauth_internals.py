"""Private parts of allauth that we use: the only imports from `allauth.*.internal`.

tests/accounts/sign_in/test_allauth_internals.py fails if an update of allauth changes any of them.
"""

from __future__ import annotations

from allauth.account.internal.flows.login import record_authentication as record_authentication
from allauth.account.internal.stagekit import clear_login as clear_login
from allauth.core.internal.ratelimit import RateLimitUsage as RateLimitUsage
from allauth.core.internal.ratelimit import clear as clear_rate_limit
from allauth.core.internal.ratelimit import consume as consume_rate_limit
from allauth.mfa.totp.internal import auth as totp

__all__ = [
    "RateLimitUsage",  # returned by consume_rate_limit; several are added up into one
    "clear_login",  # removes a sign-in that `pre_login` refused from the session
    "clear_rate_limit",  # the public function knows only allauth's own limits
    "consume_rate_limit",
    "record_authentication",  # records that a mailed code was used to sign in or confirm
    "totp",  # the demo moderator's second factor
]
