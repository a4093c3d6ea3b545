"""Style sheets and scripts as they are sent: minified and bundled with their imports."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.staticfiles import storage
from django.core.files.storage import FileSystemStorage

from config.environment import ROOT
from config.serving.static_files import MinifiedFile

SHEETS_AND_SCRIPTS = sorted(
    str(path.relative_to(ROOT / "static"))
    for folder in ("css", "js")
    for path in (ROOT / "static" / folder).iterdir()
)


@pytest.fixture
def sent(tmp_path: Path) -> Callable[..., str]:
    def write_and_send(asked: str, **texts: str) -> str:
        for name, text in texts.items():
            path = tmp_path / name.replace("_", ".").replace(".", "/", 1)
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        content: bytes = MinifiedFile(FileSystemStorage(tmp_path)).open(asked).read()
        return content.decode()

    return write_and_send


def test_a_style_sheet_is_inlined_where_it_is_imported(sent: Callable[..., str]) -> None:
    table = '/* The table. */\n@import "base.css";\n.top { color: red }\n'
    assert sent("css/table.css", css_table_css=table, css_base_css=".bottom { margin: 0 }\n") == (
        ".bottom{margin:0}.top{color:red}"
    )


def test_a_module_is_inlined_where_it_is_imported(sent: Callable[..., str]) -> None:
    table = '// The table.\nimport { near } from "./camera.js";\n\nnear(2);\n'
    camera = "export const near = (far) => alert(far);\n"
    assert sent("js/table.js", js_table_js=table, js_camera_js=camera) == (
        "(()=>{const e=e=>alert(e);e(2)})()"
    )


def test_a_module_imported_twice_is_inlined_once(sent: Callable[..., str]) -> None:
    near = 'import { far } from "./far.js";\nexport const near = (x) => x - far;\n'
    table = (
        'import { near } from "./near.js";\nimport { far } from "./far.js";\nalert(near, far);\n'
    )
    far = "export const far = Date.now();\n"
    found = sent("js/table.js", js_table_js=table, js_near_js=near, js_far_js=far)
    assert found == "(()=>{const e=Date.now(),t=t=>t-e;alert(t,e)})()"


def test_names_used_by_others_are_kept(sent: Callable[..., str]) -> None:
    """A script without imports may define names for all others; one with exports is imported."""
    assert sent("js/site.js", js_site_js="const all = () => 1;\n") == "const all=()=>1"
    deals = 'import { near } from "./near.js";\nexport const fair = () => near;\n'
    found = sent("js/deals.js", js_deals_js=deals, js_near_js="export const near = 1;\n")
    assert found == "const near=1;export const fair=()=>near"


def test_a_module_keeps_its_exports(sent: Callable[..., str]) -> None:
    assert sent("js/deals.js", js_deals_js="export const fair = 1;\n") == "export const fair=1"


def test_third_party_files_are_sent_unchanged(sent: Callable[..., str]) -> None:
    assert sent("vendor/htmx.js", vendor_htmx_js="/* 0BSD */ a( 1 )") == "/* 0BSD */ a( 1 )"


@pytest.mark.static_files
@pytest.mark.parametrize("name", SHEETS_AND_SCRIPTS)
def test_collected_files_are_minified_bundled_and_compressed_twice(name: str) -> None:
    files = storage.staticfiles_storage  # at module level, pytest would ask for it too early
    stored = Path(files.path(files.stored_name(name)))  # type: ignore[attr-defined]
    assert b"@import" not in stored.read_bytes()
    assert b"/* " not in stored.read_bytes()
    assert all(Path(f"{stored}.{ending}").exists() for ending in ("gz", "br"))
