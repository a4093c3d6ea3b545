"""Security headers of every page: the content policy and the permissions policy."""

from __future__ import annotations

from collections.abc import Callable

from csp.constants import NONE, SELF
from django.http import HttpRequest, HttpResponse

CONTENT_POLICY = {
    "default-src": [NONE],
    "script-src": [SELF],
    "style-src": [SELF],
    "img-src": [SELF],
    "font-src": [SELF],
    "connect-src": [SELF],
    "manifest-src": [SELF],
    "worker-src": [SELF],
    "form-action": [SELF],
    "base-uri": [NONE],
    "frame-ancestors": [NONE],
}

FEATURES_FOR_NOBODY = (
    "accelerometer", "autoplay", "browsing-topics", "camera", "display-capture", "encrypted-media",
    "geolocation", "gyroscope", "hid", "magnetometer", "microphone", "midi", "payment",
    "picture-in-picture", "publickey-credentials-get", "screen-wake-lock", "serial", "usb",
    "xr-spatial-tracking",
)  # fmt: skip
FEATURES_FOR_US = ("clipboard-write", "fullscreen")
PERMISSIONS_POLICY = ", ".join(
    [
        *(f"{name}=()" for name in FEATURES_FOR_NOBODY),
        *(f"{name}=(self)" for name in FEATURES_FOR_US),
    ]
)


class PermissionsPolicyMiddleware:
    """Adds the permissions policy to pages; browsers ignore it elsewhere."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers["Permissions-Policy"] = PERMISSIONS_POLICY
        return response
