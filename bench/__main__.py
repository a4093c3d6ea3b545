"""`make bench`: every measure, one after the other."""

from bench import playouts, sweeps

playouts.main([])
sweeps.main()
