"""Notices by web push, in browsers that players subscribed."""
