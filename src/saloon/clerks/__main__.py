"""`python -m saloon.clerks` compiles the clerks' kernels, once; afterwards no server spends time on it."""

from .highnoon import prepare

prepare()
