"""Work for the solvers, in processes of their own."""
