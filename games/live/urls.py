from django.urls import path

from games.live import views

urlpatterns = [path("live/", views.live, name="live")]
