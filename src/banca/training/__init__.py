"""The trainer of croupiers: layouts that play could have led to, and the marks for what a trainee would pay."""
