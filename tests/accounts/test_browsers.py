"""What a browser calls itself, in words."""

import pytest

from accounts.templatetags.browsers import browser

X11 = "Mozilla/5.0 (X11; Linux x86_64)"


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (f"{X11} Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        (f"{X11} AppleWebKit/537.36 (KHTML) Chrome/140.0 Safari/537.36", "Chrome on Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36", "Chrome on Android"),
        ("", "Some browser"),
        ("curl/8.0", "Some browser"),
    ],
)
def test_a_browser_has_the_name_that_people_use(agent: str, words: str) -> None:
    assert browser(agent) == words
