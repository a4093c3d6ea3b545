"""What somebody is as a player: name, profile, friends, ratings, vacation."""
