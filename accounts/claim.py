"""A guest gives an address and becomes a whole account; all they have stays theirs (decision 113).

The address is proven by a code that is typed in the guest's own browser. A link would let whoever
reads the mail confirm a guest of somebody else's. Whether the address has an account already is
told by mail only, to its owner.
"""

from __future__ import annotations

from datetime import datetime

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts import addresses, earlier_names, kept_out, names
from accounts.mailed_code import CodeInSession
from accounts.models import EarlierName, User


class ClaimCode(CodeInSession):
    """To the address that a guest wants to have from now on."""

    key = "claim"

    @property
    def email(self) -> str:
        return str(self.state.get("email", ""))

    def begin(self, email: str) -> None:
        """Mail a code there; to who has an account with it, that they have one: no code is right
        then, and nothing else differs."""
        code = get_adapter().generate_login_code()
        self.state = self.initial_state(self.user, email) | {"code": code if is_free(email) else ""}
        self.send()
        self.persist()

    def send(self) -> None:
        words = {"user": self.user, "code": self.code}
        if self.code:
            get_adapter().send_mail("account/email/claim_code", self.email, words)
        else:
            get_adapter().send_account_already_exists_mail(self.email)


def is_free(email: str) -> bool:
    """In this order: who leaves frees the address and has it kept out in one transaction."""
    return not addresses.is_proven(email) and not kept_out.address(email)


def claim(user: User, email: str, wanted: str, at: datetime) -> User:
    """The guest has proven this address: from now on they are called so, and are no guest.

    Raises ValidationError if the name cannot be had, or the address no longer. A double click is
    one: the second finds nobody who is a guest, and changes nothing.
    """
    name = names.normal(wanted)
    try:
        with transaction.atomic():
            guest = User.objects.select_for_update().get(pk=user.pk)
            if guest.is_guest:
                _check(guest, email, name)
                _give(guest, email)
                earlier_names.change(guest, name, EarlierName.Because.PLAYER, at)
            return guest
    except IntegrityError:  # somebody took name or address after we had looked
        raise _taken() from None


def _check(guest: User, email: str, name: str) -> None:
    earlier_names.check(guest, name)
    if not is_free(email):
        raise ValidationError(
            _("By now there is an account with this address. Sign in with it."), code="address"
        )


def _give(guest: User, email: str) -> None:
    guest.guest_until = guest.guest_key = None
    guest.email = email.lower()
    address = EmailAddress(user=guest, email=guest.email, verified=True, primary=True)
    addresses.release_claims(address)
    guest.save(update_fields=["guest_until", "guest_key", "email"])
    address.save()


def _taken() -> ValidationError:
    return ValidationError(
        _("This name is taken, or looks too much like one that is."), code="name_taken"
    )
