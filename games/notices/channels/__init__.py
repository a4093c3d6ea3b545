"""The channels that deliver notices: email, web push and webhooks."""
