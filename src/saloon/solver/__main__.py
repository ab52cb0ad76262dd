"""`python -m saloon.solver` compiles the search kernels, once; afterwards no player waits for it."""

from .solve import prepare

prepare()
