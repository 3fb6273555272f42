"""What every request passes: who may ask, in what language, by what right, and how its answer goes out."""
