"""The site as an app: installed by its manifest, with a worker in the browser (decision 124)."""
