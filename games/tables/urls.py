"""URLs of tables, lists and the home page."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from games.tables.views import home, lobby, new_table, offline, table


class CodeConverter(StringConverter):
    regex = "[a-z0-9]{12}"


register_converter(CodeConverter, "code")

urlpatterns = [
    path("", home.home, name="home"),
    path("new/", new_table.new_table, name="new-table"),
    path("play/<slug:game>/", new_table.play_now, name="play-now"),
    path("tables/", home.open_tables, name="open-tables"),
    path("tables/mine/", home.my_tables, name="my-tables"),
    path("join/<code:invite_code>/", lobby.invitation, name="invitation"),
    path("t/<code:code>/take/<int:number>/", lobby.take, name="table-take"),
    path("t/<code:code>/here/", lobby.here, name="table-here"),
    path("t/<code:code>/take-back/", lobby.take_back, name="table-take-back"),
    path("t/<code:code>/lobby/", lobby.poll, name="lobby-poll"),
    path("t/<code:code>/decline/", lobby.decline, name="table-decline"),
    path("t/<code:code>/join/", lobby.join, name="table-join"),
    path("t/<code:code>/leave/", lobby.leave, name="table-leave"),
    path("t/<code:code>/start/", lobby.start, name="table-start"),
    path("t/<code:code>/remove/<int:number>/", lobby.remove, name="table-remove"),
    path("t/<code:code>/chair/<int:number>/", lobby.chair, name="table-chair"),
    path("t/<code:code>/invite/", lobby.invite, name="table-invite"),
    path("t/<code:code>/rematch/", lobby.rematch, name="table-rematch"),
    path("t/<code:code>/", table.table, name="table"),
    path("t/<code:code>/poll/", table.poll, name="table-poll"),
    path("t/<code:code>/seen/", offline.offline_copy, name="table-seen"),
    path("t/<code:code>/preview/", table.preview, name="table-preview"),
    path("t/<code:code>/move/", table.move, name="table-move"),
    path("t/<code:code>/scene/", table.scene, name="table-scene"),
    path("t/<code:code>/say/", table.say, name="table-say"),
    path("t/<code:code>/note/", table.note, name="table-note"),
    path("t/<code:code>/cancel/", table.cancel, name="table-cancel"),
    path("t/<code:code>/resign/", table.resign, name="table-resign"),
    path("t/<code:code>/log/", table.log, name="table-log"),
    path("t/<code:code>/export/", table.export, name="table-export"),
]
