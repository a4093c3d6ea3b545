"""Values that nobody types and bodies that no browser sends, as bytes and quoted for a URL."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from urllib.parse import quote_from_bytes

TEXTS: tuple[bytes, ...] = (
    b"", b"\0", b"a\0b", b"\xff", b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80",
    b"-1", b"0", b"1", b"2", b"00", b"+1", b" 1", b"1.5", b"1e9", b"NaN", b"inf", b"True", b"None",
    b"9" * 9, b"9" * 20, b"9" * 5000, b"-" + b"9" * 30, "²".encode(), "٣".encode(), "１".encode(),
    "①".encode(), "౧".encode(), b"[]", b"{}", b"[" * 2000, b"null", b'{"a": [1, {"b": "c"}]}',
    b"https://[::1", b"//[", b"https://[::1]:x/", b"//elsewhere.example", b"javascript:alert(1)",
    b"http://a:b:c@d/", b"/\\elsewhere", b"https://\xe2\x84\x80", b"?", b"#", b"%", b"%00", b"%zz",
    b"../../etc/passwd", b"..", b".", b"/", b"\\", b"\r\nSet-Cookie: a=b", b"\n", b"\t", b"\x7f",
    b"'", b'"', b"'; DROP TABLE tables_table; --", b"<script>alert(1)</script>", b"{{ 7|add:7 }}",
    b"%s%s%n", b"%(name)s", b"{0}", b"__class__", b"x" * 20_000, "é".encode() * 3000,
    "\u202e\u200b\ufeff".encode(), "👩‍👩‍👧‍👦".encode(), "\ufffd".encode(),
    "\ufffe\U0010ffff".encode(),
    b"2026-02-30", b"0000-00-00", b"9999-12-31", b"10000-01-01", b"25:61", b"on", b"yes",
    b"a@b", b"a@b.c" + b"d" * 400, b'"a b"@example.org', b"@", b"nobody@example.org",
    b"place ew 1,0", b"discard", b"play", b"pass", b"place nesw+troll@s 9999999,-9999999 turned",
    b"p1", b"p99", b"-1,-1", b"move " * 500,
)  # fmt: skip

TYPES = (
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=utf-8",
    "application/x-www-form-urlencoded; charset=utf-16",
    "application/x-www-form-urlencoded; charset=utf-7",
    "application/x-www-form-urlencoded; charset=zlib",
    "application/x-www-form-urlencoded; charset=\0",
    "text/plain; charset*=nonsense''%41",
    "text/plain; charset=unheard-of",
    "multipart/form-data",
    "multipart/form-data; boundary=",
    "multipart/form-data; boundary=\xe9",
    "multipart/form-data; boundary=x; charset=idna",
    "multipart/form-data; boundary=" + "x" * 300,
    "application/json",
    "application/json; charset=utf-32",
    "text/html; =; ;;",
    "/",
    "",
)

BROKEN_PARTS = (
    b"--x\r\n",
    b"--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nno end",
    b"--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n",
    b"--x\r\nContent-Disposition: form-data; name=\"a\"; filename*=nonsense''%41\r\n\r\n1\r\n--x--",
    b"--x\r\nContent-Disposition: form-data; name*=utf-7''%2BAAA-\r\n\r\n1\r\n--x--\r\n",
    b"--x\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n\xff\0\r\n--x--\r\n",
    b"--x\r\nContent-Disposition: form-data; name=\"a\0\"; filename=\"\0\"\r\n\r\n1\r\n--x--\r\n",
    b"--x\r\nContent-Disposition: form-data; name=\"a\"\r\n"
    b"Content-Transfer-Encoding: base64\r\n\r\n!!!\r\n--x--\r\n",
    b"--x\r\nContent-Disposition: form-data; name=\"a\"; filename=\"../../a\"\r\n"
    b"Content-Type: text/plain; charset=utf-16\r\n\r\n\xff\xfe\r\n--x--\r\n",
)  # fmt: skip


def text(luck: Random) -> bytes:
    """Return one of those, or any bytes at all."""
    return luck.choice(TEXTS) if luck.random() < 0.9 else luck.randbytes(luck.randrange(1, 24))


def quoted(luck: Random) -> bytes:
    """Quote as a browser would, hardly at all, or every single letter."""
    raw = text(luck)
    ways: tuple[Callable[[], bytes], ...] = (
        lambda: quote_from_bytes(raw).encode(),
        lambda: quote_from_bytes(raw, safe="").encode(),
        lambda: raw.translate(None, b" \r\n?#&/"),
        lambda: b"".join(b"%%%02x" % octet for octet in raw[:200]),
    )
    return luck.choice(ways)()


def parts(fields: list[tuple[bytes, bytes]], files: int = 0) -> bytes:
    """Return a multipart body with the boundary x."""
    head = b'--x\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n'
    lines = [head % (name, b"", value) for name, value in fields]
    lines += [head % (b"f%d" % n, b'; filename="a%d"' % n, b"1") for n in range(files)]
    return b"".join(lines) + b"--x--\r\n"
