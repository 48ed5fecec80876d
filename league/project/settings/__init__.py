"""Settings: `base` for all, then `local` (demo and development), `test`, `production`."""
