"""What is watched at roulette beyond its facts: neighbouring compartments of the cylinder. roulette 1.4."""

RING = "place"
