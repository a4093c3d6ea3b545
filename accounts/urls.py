"""URLs of a player's own account. Those below accounts/ replace allauth's of the same path."""

from django.urls import path, re_path

from accounts import views
from accounts.mail import addresses
from accounts.sign_in import guest_claim, mailed_code

app_name = "accounts"

urlpatterns = [
    path("settings/", views.settings_page, name="settings"),
    path("settings/name/", views.name_page, name="name"),
    path("settings/keep/", guest_claim.claim_page, name="claim"),
    path("settings/data/", views.download_data, name="data"),
    path("settings/delete/", views.delete_page, name="delete"),
    path("settings/sessions/<int:pk>/end/", views.end_session, name="end-session"),
    path("settings/address/again/", views.send_confirm_again, name="send-again"),
    path("n/address/<str:token>/", views.confirm_again_page, name="confirm-again"),
    path("n/never/<str:token>/", addresses.optout_page, name="never-again"),
    path("accounts/reauthenticate/code/", mailed_code.mailed_code_page, name="mailed-code"),
    path("accounts/password/set/", views.set_password, name="set-password"),
    path("accounts/logout/", views.sign_out, name="sign-out"),
    path("accounts/signup/", views.sign_up, name="sign-up"),
    re_path(
        r"^accounts/confirm-email/(?P<key>[-:\w]+)/$", views.confirm_email, name="confirm-email"
    ),
    re_path(
        r"^accounts/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        views.password_from_key,
        name="password-from-key",
    ),
]
