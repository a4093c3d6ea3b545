"""What is sent of our style sheets and scripts: small, with what they import, and nothing else."""

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


def test_a_sheet_stands_where_it_is_imported(sent: Callable[..., str]) -> None:
    table = '/* The table. */\n@import "base.css";\n.top { color: red }\n'
    assert sent("css/table.css", css_table_css=table, css_base_css=".bottom { margin: 0 }\n") == (
        ".bottom{margin:0}.top{color:red}"
    )


def test_a_module_stands_where_it_is_imported(sent: Callable[..., str]) -> None:
    table = '// The table.\nimport { near } from "./camera.js";\n\nnear(2);\n'
    camera = "export const near = (far) => alert(far);\n"
    assert sent("js/table.js", js_table_js=table, js_camera_js=camera) == (
        "(()=>{const e=e=>alert(e);e(2)})()"
    )


def test_a_module_that_two_others_import_stands_there_once(sent: Callable[..., str]) -> None:
    near = 'import { far } from "./far.js";\nexport const near = (x) => x - far;\n'
    table = (
        'import { near } from "./near.js";\nimport { far } from "./far.js";\nalert(near, far);\n'
    )
    far = "export const far = Date.now();\n"
    found = sent("js/table.js", js_table_js=table, js_near_js=near, js_far_js=far)
    assert found == "(()=>{const e=Date.now(),t=t=>t-e;alert(t,e)})()"


def test_what_others_call_keeps_its_name(sent: Callable[..., str]) -> None:
    """A script without imports may be there for all others; one that exports is imported."""
    assert sent("js/site.js", js_site_js="const all = () => 1;\n") == "const all=()=>1"
    deals = 'import { near } from "./near.js";\nexport const fair = () => near;\n'
    found = sent("js/deals.js", js_deals_js=deals, js_near_js="export const near = 1;\n")
    assert found == "const near=1;export const fair=()=>near"


def test_what_a_module_exports_to_others_it_still_exports(sent: Callable[..., str]) -> None:
    assert sent("js/deals.js", js_deals_js="export const fair = 1;\n") == "export const fair=1"


def test_what_others_made_is_sent_as_it_is(sent: Callable[..., str]) -> None:
    assert sent("vendor/htmx.js", vendor_htmx_js="/* 0BSD */ a( 1 )") == "/* 0BSD */ a( 1 )"


@pytest.mark.static_files
@pytest.mark.parametrize("name", SHEETS_AND_SCRIPTS)
def test_what_was_collected_is_minified_whole_and_compressed_twice(name: str) -> None:
    files = storage.staticfiles_storage  # of a module's own names pytest would ask too early
    stored = Path(files.path(files.stored_name(name)))  # type: ignore[attr-defined]
    assert b"@import" not in stored.read_bytes()
    assert b"/* " not in stored.read_bytes()
    assert all(Path(f"{stored}.{ending}").exists() for ending in ("gz", "br"))
