"""The benchmarks, one module each with `measure(seconds)`; `saloon bench` runs them."""
