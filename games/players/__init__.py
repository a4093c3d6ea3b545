"""Players: names, profiles, friends, ratings, vacation."""
